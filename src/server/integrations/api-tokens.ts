import { sql } from 'kysely'
import { addDays } from '#domain/core/days.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { API_TOKENS_MAX, type ApiToken, assertExpiry } from '#domain/integrations/api-token.ts'
import { apiTokenApi } from '#domain/integrations/api-token-api.ts'
import { newId } from '#server/core/ids.ts'
import { newToken, tokenHash } from '#server/core/secrets.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'

export const apiTokens = implement(apiTokenApi, {
  list: (ctx) => ctx.tx(async (tx) => ({ data: await listTokens(tx) })),

  create: (ctx, { body: { token: fields } }) =>
    ctx.tx(async (tx) => {
      // Two requests may create the last allowed key at once.
      await tx.lock('api_tokens')
      const { name, role, expires_on } = fields
      const scopes = [...new Set(fields.scopes)]
      assertExpiry(expires_on, ctx.today)
      if ((await listTokens(tx)).length >= API_TOKENS_MAX)
        throw new Refusal('conflict', `Ya hay ${API_TOKENS_MAX} claves: anula una antes de crear otra`)
      const id = newId()
      const token = newToken('api')
      // Until the end of its last day in Bogotá.
      const expires_at = new Date(`${addDays(expires_on, 1)}T05:00:00Z`)
      await tx
        .insertInto('api_tokens')
        .values({
          id,
          name,
          role,
          scopes,
          expires_at,
          ending: token.slice(-4),
          token_hash: tokenHash(token),
          user_id: ctx.actor.userId,
        })
        .execute()
      await tx.record('api_token.created', {
        entity_id: id,
        after: { name, role, scopes: scopes.join(', '), expires_on },
      })
      return {
        data: await existing(tx, id),
        token,
        message: `Creamos la clave ${name}. Cópiala ahora: no se vuelve a mostrar`,
      }
    }),

  revoke: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const data = await existing(tx, params.id)
      await tx.updateTable('api_tokens').set({ revoked_at: new Date() }).where('id', '=', data.id).execute()
      await tx.record('api_token.revoked', { entity_id: data.id, before: { name: data.name } })
      return { data, message: `La clave ${data.name} ya no sirve` }
    }),
})

type StoredToken = Omit<ApiToken, 'created_at' | 'expires_at' | 'last_used_at'> & {
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
}

/** The keys that work, the newest first. */
async function listTokens(tx: Tx): Promise<ApiToken[]> {
  const { rows } = await sql<StoredToken>`
    select t.id, t.name, t.ending, t.role, t.scopes, u.first_name || ' ' || u.last_name as created_by, t.created_at, t.expires_at, t.last_used_at
    from api_tokens t join users u on u.company_id = t.company_id and u.id = t.user_id
    where t.company_id = (select current_company()) and t.revoked_at is null and t.expires_at > now() order by t.id desc`.execute(
    tx,
  )
  return rows.map(({ created_at, expires_at, last_used_at, ...row }) => ({
    ...row,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  }))
}

async function existing(tx: Tx, id: string): Promise<ApiToken> {
  const found = (await listTokens(tx)).find((one) => one.id === id)
  if (!found) throw notFound('Esa clave no existe')
  return found
}
