// Runs before anything is drawn: colours must not change under the reader's eyes.
import { apply } from "./theme.js";

apply();
