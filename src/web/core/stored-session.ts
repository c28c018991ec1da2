import * as z from 'zod/mini'
import { SignedInUser } from '#domain/core/signed-in-user.ts'
import { deobfuscate, obfuscate } from './obfuscation.ts'

/** The signed-in user as this browser stores it. The server checks only the token and its cookie. */
export type Session = {
  readonly user: SignedInUser | null
  readonly token: string | null
  readonly isAuthenticated: boolean
  /** A user is stored and cannot be read (RTE-07). */
  readonly isUndecodable: boolean
  /** How the session just ended: it decides the redirect of a guarded screen (ERR-02, SHL-10). Null otherwise. */
  readonly ending: 'expired' | 'left' | null
}

export const SIGNED_OUT: Session = {
  user: null,
  token: null,
  isAuthenticated: false,
  isUndecodable: false,
  ending: null,
}

/** The text under `auth-storage`: version 0, user and token obfuscated. */
export function encodeSession({ user, token, isAuthenticated }: Session): string {
  const state = {
    user: user === null ? null : obfuscate(JSON.stringify(user)),
    token: token === null ? null : obfuscate(token),
    isAuthenticated,
  }
  return JSON.stringify({ state, version: 0 })
}

/** Decodes that text from any origin: a text with another format is a signed-out session, and never an error. */
export function decodeSession(text: string | null): Session {
  const stored = z.safeParse(Stored, parseJson(text))
  if (!stored.success || !stored.data.state.isAuthenticated) return SIGNED_OUT
  const { state } = stored.data
  const token = typeof state.token === 'string' ? deobfuscate(state.token) : null
  if (token === null || token === '') return SIGNED_OUT
  const isMissing = state.user === null || state.user === undefined
  const user = typeof state.user === 'string' ? decodeUser(state.user) : null
  return { user, token, isAuthenticated: true, isUndecodable: user === null && !isMissing, ending: null }
}

const Stored = z.object({
  state: z.object({ user: z.optional(z.unknown()), token: z.optional(z.unknown()), isAuthenticated: z.boolean() }),
  version: z.literal(0),
})

function decodeUser(obfuscated: string): SignedInUser | null {
  const user = z.safeParse(SignedInUser, parseJson(deobfuscate(obfuscated)))
  return user.success ? user.data : null
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
