/* The blocks of a page's structure tree: what `tagtree.py` does, without a call from Python for
 * each of its elements. As in _bulk.c, PDFium's functions come as addresses. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The order of tagtree.FUNCTIONS. */
typedef struct {
    int (*count)(void *);
    void *(*child)(void *, int);
    unsigned long (*type)(void *, void *, unsigned long);
    int (*count_inner)(void *);
    int (*inner_mcid)(void *, int);
    void *(*inner)(void *, int);
} functions;

enum { NAME = 128, DEEPEST = 100 };

typedef struct {
    const functions *f;
    const char *inline_types; /* names, each with a blank before and after it */
    int32_t *rows;            /* marked-content id and block, one after the other */
    Py_ssize_t count, room, open; /* rows from `open` on belong to the block that is not ended */
    int32_t block;
    int left, failed;
} walk;

static void end_block(walk *w)
{
    if (w->open == w->count) return;
    for (; w->open < w->count; w->open++) w->rows[2 * w->open + 1] = w->block;
    w->block++;
}

static void add(walk *w, int mcid)
{
    if (w->count == w->room) {
        Py_ssize_t room = 2 * w->room + 256;
        int32_t *rows = realloc(w->rows, (size_t)room * 2 * sizeof *rows);
        if (!rows) {
            w->failed = 1;
            return;
        }
        w->rows = rows;
        w->room = room;
    }
    w->rows[2 * w->count] = mcid;
    w->rows[2 * w->count++ + 1] = -1;
}

static int is_inline(walk *w, void *element)
{
    uint16_t name[NAME / 2] = {0};
    char plain[NAME / 2 + 2] = " ";
    size_t k = 0;
    unsigned long size = w->f->type(element, name, NAME);
    if (size > NAME) return 0;
    for (; k < NAME / 2 && name[k]; k++) {
        if (name[k] > 126 || name[k] == ' ') return 0;
        plain[k + 1] = (char)name[k];
    }
    plain[k + 1] = ' ';
    return k && strstr(w->inline_types, plain) != NULL;
}

static void element(walk *w, void *one, int depth)
{
    int inside = is_inline(w, one), n = w->f->count_inner(one);
    w->left--;
    if (!inside) end_block(w);
    for (int i = 0; i < n && !w->failed; i++) {
        int mcid = w->f->inner_mcid(one, i);
        void *child = mcid < 0 ? w->f->inner(one, i) : NULL;
        if (mcid >= 0) add(w, mcid);
        else if (child && depth < DEEPEST && w->left > 0) element(w, child, depth + 1);
    }
    if (!inside) end_block(w);
}

static PyObject *tags_blocks(PyObject *self, PyObject *args)
{
    unsigned long long tree;
    walk w = {0};
    Py_buffer table;
    PyObject *out;
    (void)self;
    if (!PyArg_ParseTuple(args, "Kiy*s", &tree, &w.left, &table, &w.inline_types)) return NULL;
    w.f = table.buf;
    if (table.len == (Py_ssize_t)sizeof(functions)) {
        int n = w.f->count((void *)(uintptr_t)tree);
        for (int i = 0; i < n && !w.failed; i++) {
            void *child = w.f->child((void *)(uintptr_t)tree, i);
            if (child) element(&w, child, 0);
        }
        end_block(&w);
    }
    PyBuffer_Release(&table);
    out = w.failed ? PyErr_NoMemory()
                   : PyBytes_FromStringAndSize((const char *)w.rows,
                                               w.count * 2 * (Py_ssize_t)sizeof *w.rows);
    free(w.rows);
    return out;
}

static PyMethodDef methods[] = {
    {"blocks", tags_blocks, METH_VARARGS, "Marked-content ids of a structure tree, each with its block."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_tags", NULL, 0, methods,
                                    NULL, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__tags(void) { return PyModule_Create(&module); }
