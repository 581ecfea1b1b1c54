// Who selects something says so here, and whoever shows it too follows.
export function make_bus() {
    const listeners = new Map();
    const bus = {
        on(event, listener) {
            listeners.set(event, [...(listeners.get(event) ?? []), listener]);
        },
        emit(event, value) {
            for (const listener of listeners.get(event) ?? []) listener(value);
        },
        // {site, frame, file, line}, all optional; `from`: the kind of section; `go`: take the reader to the source
        select(what) {
            bus.emit("select", what);
        },
    };
    return bus;
}
