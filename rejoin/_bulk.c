/* One call for a few pages: what PDFium knows of every character, into flat buffers.
 *
 * PDFium is not linked. The caller passes the addresses of its functions, taken from the library
 * that pypdfium2 has loaded, and the document's handle as a plain number. Python's own lock is
 * released meanwhile, so that one window of pages is read while the one before is worked on. The
 * Python twin of this file is _pure.py; a test holds the two to bit-equal arrays.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

typedef struct { float left, top, right, bottom; } rect; /* FS_RECTF: note the order */
typedef struct { float a, b, c, d, e, f; } matrix;       /* FS_MATRIX */

/* The order of _pure.FUNCTIONS. */
typedef struct {
    unsigned (*unicode)(void *, int);
    int (*generated)(void *, int);
    int (*hyphen)(void *, int);
    int (*map_error)(void *, int);
    void *(*object)(void *, int);
    int (*box)(void *, int, double *, double *, double *, double *);
    int (*loose_box)(void *, int, rect *);
    double (*font_size)(void *, int);
    int (*font_weight)(void *, int);
    float (*angle)(void *, int);
    int (*matrix)(void *, int, matrix *);
    int (*colour)(void *, int, unsigned *, unsigned *, unsigned *, unsigned *);
    void *(*font)(void *);
    int (*render_mode)(void *);
    int (*mark)(void *);
    void *(*load_page)(void *, int);
    void (*close_page)(void *);
    void *(*load_text)(void *);
    void (*close_text)(void *);
    int (*count)(void *);
    int (*shown)(void *, rect *);
    int (*rotation)(void *);
    size_t (*font_name)(void *, char *, size_t);
    int (*font_flags)(void *);
} functions;

/* The layout of _pure.RUN. */
typedef struct {
    uint64_t object, font;
    float size, angle, matrix[4];
    int32_t start, weight, mode, mark;
    uint32_t colour, font_row;
} run;

/* The layouts of _pure.FONT and _pure.INFO. */
typedef struct { uint64_t font; int32_t page, flags; char name[112]; } font;
typedef struct { int32_t status, chars, runs, rotation, counted; float shown[4]; } info;

/* Where to write: rows of `room` characters, of which `at` are taken; runs; fonts. */
typedef struct {
    Py_ssize_t at, room, run_at, run_room, font_at, font_room;
    int most; /* characters of one page */
    uint32_t *code;
    uint8_t *flags;
    float *tight, *loose, *box;
    int32_t *run_of;
    run *runs;
    font *fonts;
} space;

enum { READ = 0, NO_PAGE = 1, NO_TEXT = 2, NO_ROOM = 3 };
enum { GENERATED = 1, HYPHEN = 2, MAP_ERROR = 4 };

static void read_run(const functions *f, void *page, int i, void *object, run *out)
{
    unsigned r = 0, g = 0, b = 0, a = 0;
    matrix m = {0};
    memset(out, 0, sizeof *out);
    out->object = (uint64_t)(uintptr_t)object;
    out->font = (uint64_t)(uintptr_t)f->font(object);
    out->size = (float)f->font_size(page, i);
    out->angle = f->angle(page, i);
    if (f->matrix(page, i, &m)) {
        out->matrix[0] = m.a; out->matrix[1] = m.b; out->matrix[2] = m.c; out->matrix[3] = m.d;
    }
    out->start = i;
    out->weight = f->font_weight(page, i);
    out->mode = f->render_mode(object);
    out->mark = f->mark(object);
    if (f->colour(page, i, &r, &g, &b, &a))
        out->colour = (r << 24) | (g << 16) | (b << 8) | a;
}

/* Boxes lie in four rows of `stride` floats: all left edges, bottoms, right edges, tops. */
typedef struct { float *l, *b, *r, *t; } rows;

static rows rows_at(float *base, Py_ssize_t stride, Py_ssize_t offset)
{
    base += offset;
    return (rows){base, base + stride, base + 2 * stride, base + 3 * stride};
}

static void put(rows q, int i, float l, float b, float r, float t)
{
    q.l[i] = l; q.b[i] = b; q.r[i] = r; q.t[i] = t;
}

/* Union of two boxes of character i; an empty box adds nothing. */
static void unite(rows p, rows q, rows out, int i)
{
    int no_p = p.r[i] <= p.l[i] && p.t[i] <= p.b[i], no_q = q.r[i] <= q.l[i] && q.t[i] <= q.b[i];
    rows one = no_p ? q : p;
    if (no_p || no_q)
        put(out, i, one.l[i], one.b[i], one.r[i], one.t[i]);
    else
        put(out, i, p.l[i] < q.l[i] ? p.l[i] : q.l[i], p.b[i] < q.b[i] ? p.b[i] : q.b[i],
            p.r[i] > q.r[i] ? p.r[i] : q.r[i], p.t[i] > q.t[i] ? p.t[i] : q.t[i]);
}

/* Characters of a text page; the number of runs, or -1 if they find no room. */
static int fill(const functions *f, void *page, int n, const space *s)
{
    uint32_t *code = s->code + s->at;
    uint8_t *flags = s->flags + s->at;
    int32_t *run_of = s->run_of + s->at;
    rows tight = rows_at(s->tight, s->room, s->at), loose = rows_at(s->loose, s->room, s->at);
    rows box = rows_at(s->box, s->room, s->at);
    void *current = NULL;
    int last = -1;
    for (int i = 0; i < n; i++) {
        unsigned c = f->unicode(page, i);
        void *object = f->object(page, i);
        double l, r, b, t;
        rect q;
        code[i] = c;
        flags[i] = 0;
        put(tight, i, 0, 0, 0, 0);
        put(loose, i, 0, 0, 0, 0);
        put(box, i, 0, 0, 0, 0);
        if (object && object != current) {
            current = object;
            if (s->run_at + ++last >= s->run_room) return -1;
            read_run(f, page, i, object, &s->runs[s->run_at + last]);
        }
        run_of[i] = last;
        /* Only blanks and line ends are ever generated, only U+0002 is ever a hyphen. */
        if ((c == 32 || c == 13 || c == 10) && f->generated(page, i) == 1) {
            flags[i] = GENERATED;
            continue;
        }
        if (c == 2 && f->hyphen(page, i) == 1) flags[i] |= HYPHEN;
        if (f->map_error(page, i) == 1) flags[i] |= MAP_ERROR;
        if (f->box(page, i, &l, &r, &b, &t))
            put(tight, i, (float)l, (float)b, (float)r, (float)t);
        if (f->loose_box(page, i, &q))
            put(loose, i, q.left, q.bottom, q.right, q.top);
        unite(tight, loose, box, i);
    }
    return last + 1;
}

/* Names and flags of the fonts of a page's runs, each once; 0 if they find no room. The runs are
 * given the row of their font: its address may be another font's on the next page. */
static int read_fonts(const functions *f, int number, int runs, space *s)
{
    Py_ssize_t first = s->font_at;
    for (int i = 0; i < runs; i++) {
        run *one = &s->runs[s->run_at + i];
        uint64_t pointer = one->font;
        Py_ssize_t k = s->font_at - 1;
        while (k >= first && s->fonts[k].font != pointer) k--;
        one->font_row = (uint32_t)(k >= first ? k : s->font_at);
        if (k >= first) continue;
        if (s->font_at >= s->font_room) return 0;
        font *out = &s->fonts[s->font_at++];
        memset(out, 0, sizeof *out);
        out->font = pointer;
        out->page = number;
        if (pointer) {
            f->font_name((void *)(uintptr_t)pointer, out->name, sizeof out->name - 1);
            out->name[sizeof out->name - 1] = 0;
            out->flags = f->font_flags((void *)(uintptr_t)pointer);
        }
    }
    return 1;
}

static int read_text(const functions *f, void *text, int number, space *s, info *out)
{
    int n = f->count(text), runs;
    out->counted = n > 0 ? n : 0;
    out->chars = out->counted < s->most ? out->counted : s->most;
    if (s->at + out->chars > s->room) return NO_ROOM;
    runs = fill(f, text, out->chars, s);
    if (runs < 0 || !read_fonts(f, number, runs, s)) return NO_ROOM;
    out->runs = runs;
    s->at += out->chars;
    s->run_at += runs;
    return READ;
}

static int read_page(const functions *f, void *document, int number, space *s, info *out)
{
    rect q = {0, 792, 612, 0};
    void *text, *page = f->load_page(document, number);
    memset(out, 0, sizeof *out);
    if (!page) return out->status = NO_PAGE;
    if (!f->shown(page, &q)) q = (rect){0, 792, 612, 0};
    out->shown[0] = q.left; out->shown[1] = q.bottom;
    out->shown[2] = q.right; out->shown[3] = q.top;
    out->rotation = f->rotation(page);
    text = f->load_text(page);
    out->status = text ? read_text(f, text, number, s, out) : NO_TEXT;
    if (text) f->close_text(text);
    f->close_page(page);
    return out->status;
}

static PyObject *bulk_read(PyObject *self, PyObject *args)
{
    unsigned long long document;
    int first, pages, done = 0;
    space s = {0};
    Py_buffer in, b[9];
    (void)self;
    if (!PyArg_ParseTuple(args, "Kiiinnny*w*w*w*w*w*w*w*w*w*", &document, &first, &pages, &s.most, &s.at,
                          &s.run_at, &s.font_at, &in, &b[0], &b[1], &b[2], &b[3], &b[4], &b[5],
                          &b[6], &b[7], &b[8]))
        return NULL;
    s.room = b[1].len;
    s.run_room = b[6].len / (Py_ssize_t)sizeof(run);
    s.font_room = b[7].len / (Py_ssize_t)sizeof(font);
    s.code = b[0].buf; s.flags = b[1].buf; s.tight = b[2].buf; s.loose = b[3].buf;
    s.box = b[4].buf; s.run_of = b[5].buf; s.runs = b[6].buf; s.fonts = b[7].buf;
    int fits = in.len == (Py_ssize_t)sizeof(functions) && b[0].len == 4 * s.room &&
               b[2].len == 16 * s.room && b[3].len == 16 * s.room && b[4].len == 16 * s.room &&
               b[5].len == 4 * s.room && b[8].len >= (Py_ssize_t)sizeof(info) * pages &&
               s.at >= 0 && s.run_at >= 0 && s.font_at >= 0 && s.most >= 0;
    if (fits) {
        info *out = b[8].buf;
        Py_ssize_t fonts = s.font_at;
        Py_BEGIN_ALLOW_THREADS
        while (done < pages && read_page(in.buf, (void *)(uintptr_t)document, first + done, &s,
                                         &out[done]) != NO_ROOM) {
            fonts = s.font_at;
            done++;
        }
        Py_END_ALLOW_THREADS
        s.font_at = fonts; /* those of a page that found no room are read again */
    }
    PyBuffer_Release(&in);
    for (int k = 0; k < 9; k++) PyBuffer_Release(&b[k]);
    if (!fits) {
        PyErr_SetString(PyExc_ValueError, "the buffers do not fit together");
        return NULL;
    }
    return Py_BuildValue("innn", done, s.at, s.run_at, s.font_at);
}

static PyMethodDef methods[] = {
    {"read", bulk_read, METH_VARARGS, "Read pages into buffers; return how many pages, characters, runs and fonts are in them."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_bulk", NULL, 0, methods,
                                    NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__bulk(void) { return PyModule_Create(&module); }
