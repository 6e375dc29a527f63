/** The tables of SQLite and PostgreSQL, which have the same columns. */

interface Dialect {
  text: string
  bytes: string
  /** Types of large and small integers. */
  number: string
  small: string
  /** Type of the key of a table whose rows are numbered. */
  serial: string
  /** Types of a time that the database sets, if it can, and of one that the statement sets. */
  now: string
  time: string
  /** Follow a table's columns. `packed` is for tables whose rows are found only by their key. */
  table: string
  packed: string
}

/** The tables of the first version. */
export const firstTables = ({ text, bytes, number, small, serial, now, time, table, packed }: Dialect) => `
  CREATE TABLE gleaner.api_key (
    id ${text} PRIMARY KEY,
    name ${text} NOT NULL,
    hash ${bytes} NOT NULL UNIQUE,
    previous_hash ${bytes},
    previous_until ${text},
    created_at ${text} NOT NULL,
    expires_at ${text},
    revoked_at ${text},
    credits ${number} CHECK (credits >= 0),
    used ${number} NOT NULL DEFAULT 0,
    rate_limit ${small},
    rate_window_s ${small},
    concurrency ${small}
  )${table};

  CREATE TABLE gleaner.node (id ${text} PRIMARY KEY, beat ${number} NOT NULL)${table};

  CREATE TABLE gleaner.hold (
    id ${text} PRIMARY KEY,
    node ${text} NOT NULL,
    key_id ${text} NOT NULL REFERENCES gleaner.api_key (id),
    credits ${number} NOT NULL CHECK (credits >= 0),
    state ${text} NOT NULL CHECK (state IN ('held', 'settled', 'released', 'swept')),
    operation ${text} NOT NULL,
    request_id ${text} NOT NULL,
    at ${now}
  )${packed};
  CREATE INDEX hold_open ON gleaner.hold (node) WHERE state = 'held';

  CREATE TABLE gleaner.movement (
    number ${serial} PRIMARY KEY,
    key_id ${text} NOT NULL REFERENCES gleaner.api_key (id),
    hold_id ${text},
    kind ${text} NOT NULL CHECK (kind IN ('grant', 'reserve', 'settle', 'release', 'sweep', 'late')),
    delta ${number} NOT NULL,
    charged ${number} NOT NULL CHECK (charged >= 0),
    operation ${text},
    request_id ${text},
    at ${now},
    UNIQUE (hold_id, kind)
  )${table};

  CREATE TABLE gleaner.usage (
    key_id ${text} NOT NULL REFERENCES gleaner.api_key (id),
    day ${text} NOT NULL,
    operation ${text} NOT NULL,
    requests ${number} NOT NULL,
    failed ${number} NOT NULL,
    credits ${number} NOT NULL,
    PRIMARY KEY (key_id, day, operation)
  )${packed};

  CREATE TABLE gleaner.claim (
    key_id ${text} NOT NULL REFERENCES gleaner.api_key (id),
    name ${text} NOT NULL,
    token ${text} NOT NULL,
    node ${text} NOT NULL,
    fingerprint ${text} NOT NULL,
    state ${text} NOT NULL CHECK (state IN ('running', 'done')),
    answer ${bytes},
    charged ${number} NOT NULL DEFAULT 0,
    remaining ${number},
    size ${small} NOT NULL DEFAULT 0,
    expires_at ${time} NOT NULL,
    PRIMARY KEY (key_id, name)
  )${table};
  CREATE INDEX claim_open ON gleaner.claim (node) WHERE state = 'running';
  CREATE INDEX claim_age ON gleaner.claim (expires_at, size);`

export const oauthTable = ({ text, number, table }: Dialect) => `
  CREATE TABLE gleaner.oauth (
    model ${text} NOT NULL,
    id ${text} NOT NULL,
    payload ${text} NOT NULL,
    grant_id ${text},
    key_id ${text},
    client_id ${text},
    created_at ${number} NOT NULL,
    expires_at ${number} NOT NULL,
    consumed_at ${number},
    used_at ${number},
    PRIMARY KEY (model, id)
  )${table};
  CREATE INDEX oauth_grant ON gleaner.oauth (grant_id);
  CREATE INDEX oauth_age ON gleaner.oauth (expires_at);`

/** Sums of old movements. */
export const rollUpTable = ({ text, number, packed }: Dialect) => `
  CREATE TABLE gleaner.movement_day (
    key_id ${text} NOT NULL REFERENCES gleaner.api_key (id),
    day ${text} NOT NULL,
    operation ${text} NOT NULL,
    kind ${text} NOT NULL,
    movements ${number} NOT NULL,
    delta ${number} NOT NULL,
    charged ${number} NOT NULL,
    PRIMARY KEY (key_id, day, operation, kind)
  )${packed};`
