/** What a person brings to the table. */
export type TableInput =
  /** A clipboard's text, and the name of the control it was pasted into. */
  | { kind: 'text'; text: string; into: string }
  | { kind: 'file'; file: File }
  /** The wish to choose a file. */
  | { kind: 'choose' }
