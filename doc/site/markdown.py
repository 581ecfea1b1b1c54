"""Markdown to HTML, as much of it as our pages use: headings, paragraphs, lists, tables, code, links, images, emphasis.

What would need more than that is an error that names the line, not a page that looks odd. Comments are left out.
"""

import html
import re

FENCE = re.compile(r"```([a-z]*)$")
HEADING = re.compile(r"(#{1,4}) (.+)$")
ITEM = re.compile(r"([-*]|\d+\.) +(?=\S)")
RULE = re.compile(r"\|(?: *:?-+:? *\|)+$")
INLINE = re.compile(
    r"(?P<ticks>`+)(?P<code>.+?)(?<!`)(?P=ticks)(?!`)"
    r"|!\[(?P<alt>[^\]]*)\]\((?P<image>[^)\s]+)\)"
    r"|\[(?P<text>(?:[^\[\]]|\[[^\]]*\])+)\]\((?P<link>[^)\s]+)\)"
    r"|<(?P<address>https?://[^>\s]+)>"
    r"|\*\*(?P<strong>(?=\S).+?(?<=\S))\*\*"
    r"|\*(?P<em>(?=[^\s*]).+?(?<=\S))\*(?!\*)"
    r"|\\(?P<escaped>[\\`*|\[\]])",
    re.DOTALL)


class Mistake(Exception):
    """Something that a page says and that we cannot show."""


def anchor(text):
    """A heading's name in links, as GitHub makes it of the heading's text."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


class Page:
    """A page's parts: `body` in HTML, `title`, and `headings` below it as (level, anchor, HTML)."""

    def __init__(self, text, link):
        """link(target) gives the address that a link to target has."""
        self.link = link
        self.title = None
        self.headings = []
        self.anchors = {}
        self.body = self.blocks(re.sub(r"<!--.*?-->\n?", lambda m: "\n" * m[0].count("\n"), text, flags=re.DOTALL).split("\n"), 1)

    def inline(self, text):
        out, at = [], 0
        for m in INLINE.finditer(text):
            out += [html.escape(text[at:m.start()], quote=False), self.span(m)]
            at = m.end()
        return "".join(out) + html.escape(text[at:], quote=False)

    def span(self, m):
        if m["code"] is not None:
            return "<code>%s</code>" % html.escape(m["code"].strip() if m["code"].strip() else m["code"], quote=False)
        if m["image"]:
            return '<img src="%s" alt="%s">' % (html.escape(self.link(m["image"])), html.escape(m["alt"]))
        if m["link"]:
            return '<a href="%s">%s</a>' % (html.escape(self.link(m["link"])), self.inline(m["text"]))
        if m["address"]:
            return '<a href="%s">%s</a>' % ((html.escape(m["address"]),) * 2)
        if m["escaped"]:
            return html.escape(m["escaped"], quote=False)
        tag = "strong" if m["strong"] else "em"
        return "<%s>%s</%s>" % (tag, self.inline(m[tag]), tag)

    def blocks(self, lines, first):
        """Lines to HTML; `first` is the number of the first one, for messages."""
        out, i = [], 0
        while i < len(lines):
            if not lines[i].strip():
                i += 1
                continue
            for reader in (self.fence, self.heading, self.table, self.items, self.indented, self.paragraph):
                done = reader(lines, i, first)
                if done:
                    out.append(done[0])
                    i = done[1]
                    break
        return "\n".join(out)

    def fence(self, lines, i, first):
        m = FENCE.match(lines[i])
        if not m:
            return None
        try:
            end = lines.index("```", i + 1)
        except ValueError:
            raise Mistake("line %d: a block of code without an end" % (first + i)) from None
        return code(lines[i + 1:end], m[1]), end + 1

    def indented(self, lines, i, first):
        if not lines[i].startswith("    "):
            return None
        end = i
        while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
            end += 1
        return code([line[4:] for line in lines[i:end]], ""), end

    def heading(self, lines, i, first):
        m = HEADING.match(lines[i])
        if not m:
            return None
        level, shown = len(m[1]), self.inline(m[2])
        plain = html.unescape(re.sub(r"<[^>]*>", "", shown))
        name = anchor(plain)
        count = self.anchors[name] = self.anchors.get(name, -1) + 1
        name += "-%d" % count if count else ""
        if level == 1:
            if self.title:
                raise Mistake("line %d: a second title" % (first + i))
            self.title = plain
        else:
            self.headings.append((level, name, shown))
        return '<h%d id="%s">%s</h%d>' % (level, html.escape(name), shown, level), i + 1

    def table(self, lines, i, first):
        if not lines[i].startswith("|"):
            return None
        if i + 1 >= len(lines) or not RULE.match(lines[i + 1]):
            raise Mistake("line %d: a table without a line |---| below its head" % (first + i))
        head, end = cells(lines[i]), i + 2
        out = ['<div class="table"><table>']
        if any(head):
            out.append("<thead><tr>%s</tr></thead>" % "".join("<th>%s</th>" % self.inline(c) for c in head))
        out.append("<tbody>")
        while end < len(lines) and lines[end].startswith("|"):
            row = cells(lines[end])
            if len(row) != len(head):
                raise Mistake("line %d: %d cells in a table of %d columns" % (first + end, len(row), len(head)))
            out.append("<tr>%s</tr>" % "".join("<td>%s</td>" % self.inline(c) for c in row))
            end += 1
        return "\n".join(out + ["</tbody></table></div>"]), end

    def items(self, lines, i, first):
        m = ITEM.match(lines[i])
        if not m:
            return None
        tag = "ol" if m[1][0].isdigit() else "ul"
        out = ["<%s>" % tag]
        while i < len(lines) and (m := ITEM.match(lines[i])) and (m[1][0].isdigit() == (tag == "ol")):
            indent, end = len(m[0]), i + 1
            while end < len(lines) and goes_on(lines, end, indent):
                end += 1
            own = [lines[i][indent:]] + [cut(line, indent) for line in lines[i + 1:end]]
            body = self.blocks(own, first + i)
            # One paragraph alone needs no distance from the next item's.
            if body.count("<p>") == 1 and body.startswith("<p>"):
                body = body.replace("<p>", "", 1).replace("</p>", "", 1)
            out.append("<li>%s</li>" % body)
            i = end
            while i + 1 < len(lines) and not lines[i].strip() and ITEM.match(lines[i + 1]):
                i += 1
        return "\n".join(out + ["</%s>" % tag]), i

    def paragraph(self, lines, i, first):
        if re.match(r"<(?!https?:)[a-zA-Z/]|>|~~~|\[[^\]]*\]:|={3,}$|-{3,}$", lines[i]):
            raise Mistake("line %d: '%s' is not known here" % (first + i, lines[i][:20]))
        end = i + 1
        while end < len(lines) and not begins(lines[end]):
            end += 1
        text = self.inline("\n".join(line.strip() for line in lines[i:end]))
        if re.fullmatch(r"<img [^>]*>", text):
            return '<figure>%s</figure>' % text, end
        return "<p>%s</p>" % text, end


def begins(line):
    """Does the line end the paragraph above?"""
    return not line.strip() or FENCE.match(line) or HEADING.match(line) or line.startswith("|") or ITEM.match(line)


def goes_on(lines, at, indent):
    """Is the line still part of a list's item whose text is indented so far?"""
    if lines[at].strip():
        return lines[at].startswith("  ") or not begins(lines[at]) and bool(lines[at - 1].strip())
    return at + 1 < len(lines) and lines[at + 1].startswith(" " * indent)


def cut(line, indent):
    """The line without that much of its indentation, or all if it has less."""
    return line[min(indent, len(line) - len(line.lstrip(" "))):]


def cells(line):
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def code(lines, language):
    text = html.escape("\n".join(lines).rstrip("\n"), quote=False)
    if language == "diff":
        text = re.sub(r"^([+-])(.*)$", lambda m: "<%s>%s</%s>" % ((tag := "ins" if m[1] == "+" else "del"), m[0], tag), text, flags=re.MULTILINE)
    return '<pre tabindex="0"><code>%s</code></pre>' % text
