"""Checks the pages of a site: python3 site.py DIRECTORY. Prints what is wrong, a line each.

Elements are closed in the order in which they were opened, no paragraph holds a block, ids are unique, links lead to files and
anchors that are there, every picture has a text, and every page can be reached from index.html.
"""

import html.parser
import os
import sys

VOID = {"meta", "link", "img", "br", "path"}
BLOCKS = {"p", "ul", "ol", "pre", "table", "div", "h1", "h2", "h3", "h4", "figure"}
PARENTS = {"li": {"ul", "ol"}, "tr": {"thead", "tbody"}, "td": {"tr"}, "th": {"tr"}, "thead": {"table"}, "tbody": {"table"}}


class Reader(html.parser.HTMLParser):
    def __init__(self, name):
        super().__init__()
        self.name, self.open, self.ids, self.links = name, [], set(), []
        self.titles = 0

    def wrong(self, what):
        print("%s:%d: %s" % (self.name, self.getpos()[0], what))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)

    def handle_starttag(self, tag, attributes):
        inside = self.open[-1] if self.open else None
        if tag in PARENTS and inside not in PARENTS[tag]:
            self.wrong("<%s> in <%s>" % (tag, inside))
        if inside in ("ul", "ol") and tag != "li":
            self.wrong("<%s> in <%s>" % (tag, inside))
        if tag in BLOCKS and {"p", "a", "h1", "h2", "h3"} & set(self.open):
            self.wrong("<%s> inside a line of text" % tag)
        if tag == "a" and "a" in self.open:
            self.wrong("a link in a link")
        self.titles += tag == "h1"
        attributes = dict(attributes)
        if "id" in attributes:
            if attributes["id"] in self.ids:
                self.wrong("id '%s' twice" % attributes["id"])
            self.ids.add(attributes["id"])
        for key in ("href", "src"):
            if key in attributes:
                self.links.append((self.getpos()[0], attributes[key]))
        if tag == "img" and not attributes.get("alt"):
            self.wrong("a picture without a text")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open[-1] != tag:
            self.wrong("</%s> where <%s> is open" % (tag, self.open[-1] if self.open else "nothing"))
        else:
            self.open.pop()

    def handle_data(self, data):
        if not {"pre", "code", "script", "style"} & set(self.open):
            for mark in ("**", "](", "```", "<!--"):
                if mark in data:
                    self.wrong("'%s' is left over" % mark)


def main():
    directory = sys.argv[1]
    pages = {}
    for name in sorted(os.listdir(directory)):
        if name.endswith(".html"):
            pages[name] = Reader(name)
            with open(os.path.join(directory, name), encoding="utf-8") as file:
                pages[name].feed(file.read())
            pages[name].close()
            if pages[name].open:
                print("%s: <%s> is not closed" % (name, pages[name].open[-1]))
            if pages[name].titles != 1:
                print("%s: %d titles" % (name, pages[name].titles))
    for name, page in pages.items():
        for line, target in page.links:
            if target.startswith(("http:", "https:", "mailto:")):
                continue
            path, _, anchor = target.partition("#")
            path = path or name
            if not os.path.exists(os.path.join(directory, path)):
                print("%s:%d: no file '%s'" % (name, line, target))
            elif anchor and anchor not in pages[path].ids:
                print("%s:%d: no anchor '%s'" % (name, line, target))
    seen, ahead = set(), ["index.html"]
    while ahead:
        name = ahead.pop()
        if name in pages and name not in seen:
            seen.add(name)
            ahead += [target.partition("#")[0] for _, target in pages[name].links]
    for name in sorted(set(pages) - seen):
        print("%s: cannot be reached from index.html" % name)


main()
