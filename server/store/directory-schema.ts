/** The directory's own database file: written once by an import, then only read. */

/** Another layout is another number: a server reads no file but its own layout's. */
export const DIRECTORY_FORMAT = '1'

/** Around every folded name in the index, so that a phrase can ask for its beginning and its end. */
export const NAME_START = '〈'
export const NAME_END = '〉'

/** The trigram index answers from three characters on; shorter beginnings are listed in `grams`. */
export const TRIGRAM = 3

/** Most corporations that one look-up gives. */
export const DIRECTORY_HITS = 10

/**
 * `entries`: a corporation under one name; branches of one corporate number are entries of their own. Ids
 * ascend as their rank descends, so that the first hits of the index are the best ones. `corporation` is the
 * id of the entry that most rows of the same corporation carry.
 */
export const DIRECTORY_TABLES = `
  create table meta (key text primary key, value text not null) without rowid;
  create table entries (
    id integer primary key,
    key text not null unique,
    corporation integer not null,
    corporate_number text not null,
    name text not null,
    kana text not null,
    address text not null,
    zipcode text not null,
    tel text not null,
    facilities integer not null
  );
  create table facilities (
    id integer primary key,
    corporation integer not null,
    entry integer not null,
    number text not null,
    name text not null,
    service text not null,
    address text not null
  );
  create table facility_names (id integer primary key, entry integer not null, name text not null);
  create table grams (gram text primary key, entries text not null) without rowid;
  create virtual table entry_index using fts5(
    names, content='', columnsize=0, tokenize='trigram case_sensitive 1');
  create virtual table facility_index using fts5(
    names, content='', columnsize=0, tokenize='trigram case_sensitive 1');
`

export const DIRECTORY_INDEXES = `
  create index entries_by_corporation on entries (corporation);
  create index entries_by_number on entries (corporate_number);
  create index facilities_by_corporation on facilities (corporation);
  create index facilities_by_number on facilities (number);
`
