/** The port to what an authorization server stores: registered clients, grants of keys to clients, codes and tokens. */

/** One stored object. The names of tokens and codes are hashed, so that a copy of the database can't be used to sign in. */
export interface OAuthRecord {
  /** Kind of object: `Client`, `Grant`, `AccessToken`, `RefreshToken`, `AuthorizationCode`, … */
  model: string
  /** SHA-256 of the object's name. */
  id: string
  payload: string
  /** Hash of the name of the grant that it belongs to. A grant belongs to itself. */
  grantId: string | null
  keyId: string | null
  clientId: string | null
  /** Milliseconds since 1970. */
  expiresAt: number
  /** When it was used up, if it can be used only once. */
  consumedAt: number | null
}

export interface ConnectedClient {
  clientId: string
  /** Name that the client gave itself when it registered, or null. */
  name: string | null
  connectedAt: number
  usedAt: number | null
}

/** Every method throws storage_unavailable. Safe across processes. */
export interface OAuthStore {
  /** Adds or replaces a record. A refresh token extends its grant until it expires. */
  put(record: OAuthRecord): Promise<void>
  /** Returns null if the record doesn't exist or has expired. */
  find(model: string, id: string): Promise<OAuthRecord | null>
  /** Marks a record as used. Returns true for only one of several callers. */
  consume(model: string, id: string): Promise<boolean>
  remove(model: string, id: string): Promise<void>
  endGrant(grantId: string): Promise<void>
  /** Removes the grants of a key for one client, or for all. Returns true if any existed. */
  disconnect(keyId: string, clientId: string | null): Promise<boolean>
  connected(keyId: string): Promise<ConnectedClient[]>
  /** Returns an access token whose grant still exists, and records that the grant is used. */
  useToken(id: string): Promise<OAuthRecord | null>
  /** Removes what has expired, and registrations without a grant that are older than a day or beyond the newest thousand. */
  prune(): Promise<void>
}
