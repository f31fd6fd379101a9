/** The name of the one Trusted Types policy: the pages make it, the content security policy admits it. */
export const WORKER_POLICY = 'moushikomi-file-worker'
