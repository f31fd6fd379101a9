/** PDF.js describes its library alone; of its core nothing is called here by name. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.mjs'
