/* The floor of one document through standard input and output: for each line that
 * holds a request, opens and reads the one file, and answers with its text as
 * mcp-guide does: in a result, as JSON in a text, so escaped twice. No protocol, no
 * check, no limit, nothing said of a fault.
 *
 *     cc -O2 -o echo echo.c && ./echo FILE
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 1 << 20, SEQUENCE = 8 };

static char line[ROOM], text[ROOM], answer[(size_t)ROOM * SEQUENCE];
/* What stands for each byte once it is escaped twice. */
static char escaped[256][SEQUENCE];
static unsigned char lengths[256];

static void escapes(void) {
    for (int byte = 0; byte < 256; byte++) {
        char *to = escaped[byte];
        switch (byte) {
        case '"': strcpy(to, "\\\\\\\""); break;
        case '\\': strcpy(to, "\\\\\\\\"); break;
        case '\n': strcpy(to, "\\\\n"); break;
        case '\r': strcpy(to, "\\\\r"); break;
        case '\t': strcpy(to, "\\\\t"); break;
        default:
            if (byte < 0x20)
                snprintf(to, SEQUENCE, "\\\\u%04x", byte);
            else
                to[0] = (char)byte;
        }
        lengths[byte] = byte ? (unsigned char)strlen(to) : SEQUENCE - 1;
    }
}

static char *put(char *to, const char *from, size_t bytes) {
    memcpy(to, from, bytes);
    return to + bytes;
}

#define SAY(words) (to = put(to, words, sizeof(words) - 1))

static int reply(const char *path, const char *id, size_t digits) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t bytes = read(file, text, sizeof text);
    close(file);
    if (bytes < 0) return 1;

    char *to = answer;
    SAY("{\"jsonrpc\":\"2.0\",\"id\":");
    to = put(to, id, digits);
    SAY(",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"{\\\"success\\\":true,\\\"value\\\":\\\"");
    for (ssize_t at = 0; at < bytes; at++) {
        unsigned char byte = (unsigned char)text[at];
        /* A table's row is copied whole: its length is no branch. */
        memcpy(to, escaped[byte], SEQUENCE);
        to += lengths[byte];
    }
    SAY("\\\"}\"}],\"isError\":false}}\n");
    for (char *from = answer; from < to;) {
        ssize_t went = write(STDOUT_FILENO, from, (size_t)(to - from));
        if (went < 0) return 1;
        from += went;
    }
    return 0;
}

int main(int count, char **arguments) {
    if (count != 2) return 2;
    escapes();
    size_t held = 0;
    for (;;) {
        ssize_t came = read(STDIN_FILENO, line + held, sizeof line - 1 - held);
        if (came <= 0) return came < 0;
        held += (size_t)came;
        for (char *end; (end = memchr(line, '\n', held)) != NULL;) {
            *end = 0;
            /* A notification has no id, and is not answered. */
            char *id = strstr(line, "\"id\":");
            if (id) {
                id += 5 + strspn(id + 5, " ");
                if (reply(arguments[1], id, strspn(id, "0123456789"))) return 1;
            }
            held -= (size_t)(end + 1 - line);
            memmove(line, end + 1, held);
        }
    }
}
