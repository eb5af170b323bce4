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
    int (*count_objects)(void *);
    void *(*page_object)(void *, int);
    int (*count_inner)(void *);
    void *(*inner_object)(void *, unsigned long);
    int (*type)(void *);
    int (*bounds)(void *, float *, float *, float *, float *);
    int (*object_matrix)(void *, matrix *);
    int (*object_colour)(void *, unsigned *, unsigned *, unsigned *, unsigned *);
    int (*draw_mode)(void *, int *, int *);
    void *(*clip)(void *);
    int (*clip_paths)(void *);
    int (*clip_segments)(void *, int);
    void *(*clip_segment)(void *, int, int);
    int (*point)(void *, float *, float *);
    int (*count_marks)(void *);
    void *(*object_mark)(void *, unsigned long);
    int (*mark_name)(void *, uint16_t *, unsigned long, unsigned long *);
    int (*mark_type)(void *, const char *);
    int (*mark_bytes)(void *, const char *, unsigned char *, unsigned long, unsigned long *);
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
typedef struct {
    int32_t status, chars, runs, rotation, counted, things, painted, doubled;
    float shown[4];
} info;

/* The layout of _pure.THING. */
typedef struct { uint64_t object; float box[4]; uint32_t colour; int32_t kind; } thing;

/* Where to write: rows of `room` characters, of which `at` are taken; runs; fonts; things. */
typedef struct {
    Py_ssize_t at, room, run_at, run_room, font_at, font_room, thing_at, thing_room;
    int most; /* characters of one page */
    uint32_t *code;
    uint8_t *flags;
    float *tight, *loose, *box;
    int32_t *run_of;
    run *runs;
    font *fonts;
    thing *things;
} space;

enum { READ = 0, NO_PAGE = 1, NO_TEXT = 2, NO_ROOM = 3 };
enum { GENERATED = 1, HYPHEN = 2, MAP_ERROR = 4 };
/* Kinds of page objects, as PDFium numbers them, and what is said of them besides. */
enum { TEXT = 1, PATH = 2, FORM = 5, CLIPPED = 16, LAYER = 32, REPLACED = 64, EMPTY = 128,
       INNER = 256 };

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

/* How many glyphs have another one of their letter within about a point: a second copy of the text
 * has many. A table that forgets is enough. The letter f is left out, as ligatures double it. */
enum { SLOTS = 8192 };

static int count_doubled(const uint32_t *code, rows box, int n)
{
    uint64_t seen[SLOTS];
    int count = 0;
    memset(seen, 0xFF, sizeof seen);
    for (int i = 0; i < n; i++) {
        float x = box.l[i], y = box.b[i];
        uint64_t key;
        uint32_t slot;
        if (!(box.t[i] > y) || !(x >= 0 && x < 65536 && y >= 0 && y < 65536) || code[i] == 'f')
            continue;
        key = (uint64_t)code[i] << 32 | (uint64_t)(uint32_t)x << 16 | (uint32_t)y / 4;
        slot = (uint32_t)(key * 0x9E3779B97F4A7C15u >> 51);
        count += seen[slot] == key;
        seen[slot] = key;
    }
    return count;
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
    out->doubled = count_doubled(s->code + s->at, rows_at(s->box, s->room, s->at), out->chars);
    s->at += out->chars;
    s->run_at += runs;
    return READ;
}

/* What the objects of a page are walked with: where rows go, and what the last ones had. */
typedef struct {
    const functions *f;
    thing *rows; /* NULL where there is no room: rows are counted all the same */
    Py_ssize_t count, room;
    int wanted, painted;
    void *marks[4];
    int said[4], next;
    void *segment; /* of the last clip: objects share theirs */
    int paths, depth;
    float clip[4];
} walk;

static const float EVERYWHERE[4] = {-1e30f, -1e30f, 1e30f, 1e30f};
enum { DEEPEST = 48 };

static matrix times(matrix m, matrix n)
{
    return (matrix){m.a * n.a + m.b * n.c, m.a * n.b + m.b * n.d, m.c * n.a + m.d * n.c,
                    m.c * n.b + m.d * n.d, m.e * n.a + m.f * n.c + n.e,
                    m.e * n.b + m.f * n.d + n.f};
}

static void widen(float *box, float x, float y)
{
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x > box[2]) box[2] = x;
    if (y > box[3]) box[3] = y;
}

static void transform(const float *in, const matrix *m, float *out)
{
    out[0] = out[1] = 1e30f;
    out[2] = out[3] = -1e30f;
    for (int k = 0; k < 4; k++) {
        float x = in[k & 1 ? 2 : 0], y = in[k & 2 ? 3 : 1];
        float u = m->a * x, v = m->b * x;
        u += m->c * y;
        v += m->d * y;
        widen(out, u + m->e, v + m->f);
    }
}

static void narrow(float *box, const float *by)
{
    if (by[0] > box[0]) box[0] = by[0];
    if (by[1] > box[1]) box[1] = by[1];
    if (by[2] < box[2]) box[2] = by[2];
    if (by[3] < box[3]) box[3] = by[3];
}

/* The box that an object's clipping paths leave, in the object's own space. */
static const float *clip_of(walk *w, void *object)
{
    const functions *f = w->f;
    void *clip = f->clip(object);
    int paths = clip ? f->clip_paths(clip) : 0;
    void *segment = paths > 0 ? f->clip_segment(clip, paths - 1, 0) : NULL;
    if (!segment) return EVERYWHERE;
    if (segment == w->segment && paths == w->paths) return w->clip;
    w->segment = segment;
    w->paths = paths;
    memcpy(w->clip, EVERYWHERE, sizeof w->clip);
    for (int p = 0; p < paths; p++) {
        float box[4] = {1e30f, 1e30f, -1e30f, -1e30f}, x, y;
        int n = f->clip_segments(clip, p);
        for (int k = 0; k < n; k++)
            if (f->point(f->clip_segment(clip, p, k), &x, &y)) widen(box, x, y);
        if (n > 0) narrow(w->clip, box);
    }
    return w->clip;
}

/* Smallest width and height, in points, of what can be a ground or a cover of text. */
static const float SMALLEST = 3.0f;
/* Text with so much of each colour may be white on white. */
enum { PALE = 240 };
/* PDFium's number for a string. */
enum { STRING = 3 };

/* Whether other text is nothing, or text that PDFium does not give whole (from U+FFFD on). */
static int text_says(const unsigned char *text, unsigned long size)
{
    if (!size || (size == 2 && text[0] == 0xFE && text[1] == 0xFF)) return EMPTY;
    if (size < 2 || text[0] != 0xFE || text[1] != 0xFF) return 0;
    for (unsigned long i = 2; i + 1 < size; i += 2)
        if ((text[i] & 0xF8) == 0xD8 || (text[i] == 0xFF && text[i + 1] >= 0xFD)) return REPLACED;
    return 0;
}

/* What a mark says of its objects: in an optional layer, replaced by other text. */
static int mark_says(walk *w, void *mark)
{
    static const uint16_t layer[3] = {'O', 'C', 0};
    uint16_t name[8];
    unsigned char text[256];
    unsigned long size = 0;
    int said = 0;
    for (int k = 0; k < 4; k++)
        if (w->marks[k] == mark) return w->said[k];
    if (w->f->mark_name(mark, name, sizeof name, &size) && size == sizeof layer &&
        !memcmp(name, layer, sizeof layer))
        said |= LAYER;
    size = 0;
    if (w->f->mark_type(mark, "ActualText") == STRING) {
        w->f->mark_bytes(mark, "ActualText", text, sizeof text, &size);
        said |= size > sizeof text ? REPLACED : text_says(text, size);
    }
    w->marks[w->next] = mark;
    w->said[w->next] = said;
    w->next = (w->next + 1) & 3;
    return said;
}

static int marks_of(walk *w, void *object)
{
    int said = 0, n = w->f->count_marks(object);
    for (int k = 0; k < n; k++) {
        void *mark = w->f->object_mark(object, (unsigned long)k);
        if (mark) said |= mark_says(w, mark);
    }
    return said;
}

static void walk_object(walk *w, void *object, const matrix *m, const float *clip, int said)
{
    const functions *f = w->f;
    int type = f->type(object), fill = 0, stroke = 0;
    float own[4], box[4], seen[4];
    unsigned r = 0, g = 0, b = 0, a = 0;
    if (type != TEXT && type != FORM) w->painted++;
    if (type == PATH && (!f->draw_mode(object, &fill, &stroke) || !fill)) return;
    if (!f->bounds(object, &own[0], &own[1], &own[2], &own[3])) return;
    transform(own, m, box);
    transform(clip_of(w, object), m, seen);
    narrow(seen, clip);
    said |= marks_of(w, object);
    if (type == FORM) {
        matrix inner = {1, 0, 0, 1, 0, 0};
        int n = f->count_inner(object);
        if (++w->depth <= DEEPEST && f->object_matrix(object, &inner)) {
            inner = times(inner, *m);
            for (int i = 0; i < n; i++) {
                void *one = f->inner_object(object, (unsigned long)i);
                if (one) walk_object(w, one, &inner, seen, said | INNER);
            }
        }
        w->depth--;
        return;
    }
    narrow(seen, box);
    if (type == TEXT) {
        /* less than half of it can be seen */
        if (2 * (seen[2] - seen[0]) < box[2] - box[0] || 2 * (seen[3] - seen[1]) < box[3] - box[1])
            said |= CLIPPED;
        f->object_colour(object, &r, &g, &b, &a);
        if (said || (r >= PALE && g >= PALE && b >= PALE)) w->wanted = 1;
    } else {
        if (!(seen[2] - seen[0] >= SMALLEST && seen[3] - seen[1] >= SMALLEST)) return;
        f->object_colour(object, &r, &g, &b, &a);
        w->wanted = 1;
    }
    if (w->rows && w->count < w->room) {
        thing *out = &w->rows[w->count];
        out->object = (uint64_t)(uintptr_t)object;
        memcpy(out->box, type == TEXT ? box : seen, sizeof box);
        out->colour = (r << 24) | (g << 16) | (b << 8) | a;
        out->kind = type | said;
    }
    w->count++;
}

/* Texts and areas in the order they are painted, on pages with something to say of either. */
static int read_things(const functions *f, void *page, space *s, info *out)
{
    static const matrix same = {1, 0, 0, 1, 0, 0};
    walk w = {0};
    int n = f->count_objects(page);
    w.f = f;
    w.rows = s->things + s->thing_at;
    w.room = s->thing_room - s->thing_at;
    for (int i = 0; i < n; i++) {
        void *object = f->page_object(page, i);
        if (object) walk_object(&w, object, &same, EVERYWHERE, 0);
    }
    out->painted = w.painted;
    if (!w.wanted) return READ;
    out->things = (int32_t)w.count;
    if (w.count > w.room) return NO_ROOM;
    s->thing_at += w.count;
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
    if (out->status == READ) out->status = read_things(f, page, s, out);
    if (text) f->close_text(text);
    f->close_page(page);
    return out->status;
}

static PyObject *bulk_read(PyObject *self, PyObject *args)
{
    unsigned long long document;
    int first, pages, done = 0;
    space s = {0};
    Py_buffer in, b[10];
    (void)self;
    if (!PyArg_ParseTuple(args, "Kiiinnnny*w*w*w*w*w*w*w*w*w*w*", &document, &first, &pages,
                          &s.most, &s.at, &s.run_at, &s.font_at, &s.thing_at, &in, &b[0], &b[1],
                          &b[2], &b[3], &b[4], &b[5], &b[6], &b[7], &b[8], &b[9]))
        return NULL;
    s.room = b[1].len;
    s.run_room = b[6].len / (Py_ssize_t)sizeof(run);
    s.font_room = b[7].len / (Py_ssize_t)sizeof(font);
    s.thing_room = b[8].len / (Py_ssize_t)sizeof(thing);
    s.code = b[0].buf; s.flags = b[1].buf; s.tight = b[2].buf; s.loose = b[3].buf;
    s.box = b[4].buf; s.run_of = b[5].buf; s.runs = b[6].buf; s.fonts = b[7].buf;
    s.things = b[8].buf;
    int fits = in.len == (Py_ssize_t)sizeof(functions) && b[0].len == 4 * s.room &&
               b[2].len == 16 * s.room && b[3].len == 16 * s.room && b[4].len == 16 * s.room &&
               b[5].len == 4 * s.room && b[9].len >= (Py_ssize_t)sizeof(info) * pages &&
               s.at >= 0 && s.run_at >= 0 && s.font_at >= 0 && s.thing_at >= 0 && s.most >= 0;
    if (fits) {
        info *out = b[9].buf;
        Py_ssize_t at = s.at, runs = s.run_at, fonts = s.font_at;
        Py_BEGIN_ALLOW_THREADS
        while (done < pages && read_page(in.buf, (void *)(uintptr_t)document, first + done, &s,
                                         &out[done]) != NO_ROOM) {
            at = s.at;
            runs = s.run_at;
            fonts = s.font_at;
            done++;
        }
        Py_END_ALLOW_THREADS
        s.at = at; /* a page that found no room is read again */
        s.run_at = runs;
        s.font_at = fonts;
    }
    PyBuffer_Release(&in);
    for (int k = 0; k < 10; k++) PyBuffer_Release(&b[k]);
    if (!fits) {
        PyErr_SetString(PyExc_ValueError, "the buffers do not fit together");
        return NULL;
    }
    return Py_BuildValue("innnn", done, s.at, s.run_at, s.font_at, s.thing_at);
}

static PyMethodDef methods[] = {
    {"read", bulk_read, METH_VARARGS, "Read pages into buffers; return how many pages, characters, runs, fonts and page objects are in them."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_bulk", NULL, 0, methods,
                                    NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__bulk(void) { return PyModule_Create(&module); }
