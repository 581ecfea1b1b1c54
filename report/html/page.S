/* The bytes of web/page.html: html_page.h. */
    .section .rodata
    .global sw_html_page
    .hidden sw_html_page
    .global sw_html_page_end
    .hidden sw_html_page_end
sw_html_page:
    .incbin SW_HTML_PAGE
sw_html_page_end:
    .byte 0
    .section .note.GNU-stack, "", %progbits
