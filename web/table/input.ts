/** What a person brings to the table. */
export type TableInput =
  /** A clipboard's content or dragged cells, and the name of the control they were brought to. */
  | { kind: 'cells'; text: string; html: string; into: string }
  | { kind: 'file'; file: File }
  /** The wish to choose a file. */
  | { kind: 'choose' }
