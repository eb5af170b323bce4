/* One call a page: what PDFium knows of every character, into flat buffers.
 *
 * PDFium is not linked. The caller passes the addresses of its functions, taken from the library
 * that pypdfium2 has loaded, and the page's text handle as a plain number. The Python twin of this
 * file is _pure.py; a test holds the two to bit-equal arrays.
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
} functions;

/* The layout of _pure.RUN. */
typedef struct {
    uint64_t object, font;
    float size, angle, matrix[4];
    int32_t start, weight, mode, mark;
    uint32_t colour, unused;
} run;

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

static int fill(const functions *f, void *page, int n, uint32_t *code, uint8_t *flags,
                rows tight, rows loose, rows box, int32_t *run_of, run *runs)
{
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
            read_run(f, page, i, object, &runs[++last]);
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

static PyObject *bulk_read(PyObject *self, PyObject *args)
{
    unsigned long long page;
    int n, count = -1;
    Py_ssize_t at, stride;
    Py_buffer in, out[7];
    static const Py_ssize_t width[6] = {4, 1, 16, 16, 16, 4};
    (void)self;
    if (!PyArg_ParseTuple(args, "Kinny*w*w*w*w*w*w*w*", &page, &n, &at, &stride, &in, &out[0],
                          &out[1], &out[2], &out[3], &out[4], &out[5], &out[6]))
        return NULL;
    int fits = n >= 0 && at >= 0 && at <= stride - n && in.len == (Py_ssize_t)sizeof(functions);
    for (int k = 0; k < 6; k++) fits = fits && out[k].len >= width[k] * stride;
    fits = fits && out[6].len >= (Py_ssize_t)sizeof(run) * n;
    if (fits) {
        Py_BEGIN_ALLOW_THREADS
        count = fill((const functions *)in.buf, (void *)(uintptr_t)page, n,
                     (uint32_t *)out[0].buf + at, (uint8_t *)out[1].buf + at,
                     rows_at(out[2].buf, stride, at), rows_at(out[3].buf, stride, at),
                     rows_at(out[4].buf, stride, at), (int32_t *)out[5].buf + at,
                     (run *)out[6].buf);
        Py_END_ALLOW_THREADS
    }
    PyBuffer_Release(&in);
    for (int k = 0; k < 7; k++) PyBuffer_Release(&out[k]);
    if (!fits) {
        PyErr_SetString(PyExc_ValueError, "a buffer is too small for the page");
        return NULL;
    }
    return PyLong_FromLong(count);
}

static PyMethodDef methods[] = {
    {"read", bulk_read, METH_VARARGS, "Fill the buffers with a page's characters; return the runs."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_bulk", NULL, 0, methods,
                                    NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__bulk(void) { return PyModule_Create(&module); }
