import { expect, test } from 'vitest'
import { tokenHash } from '#server/core/secrets.ts'
import { testApp } from '#test/world.ts'

const t = testApp()

/** What ends a session without a call of its own, as a change of its row, of its user, or of its company. */
const ENDS: readonly [cause: string, change: string][] = [
  ['revoked', 'update sessions set revoked_at = now() where user_id = $1'],
  ['idle', "update sessions set idle_ends_at = now() - interval '1 second' where user_id = $1"],
  ['ended', "update sessions set ends_at = now() - interval '1 second' where user_id = $1"],
  ['inactive user', 'update users set is_active = false where id = $1'],
  [
    'suspended company',
    "update companies set status = 'suspended' where id = (select company_id from users where id = $1)",
  ],
]

test.for(ENDS)(
  'AUT-05 una sesión que terminó no sirve para llamadas ni para lecturas abiertas: %s',
  async ([, change]) => {
    const company = await t.company()
    const person = await company.person('financial')
    const isValid = async () => {
      const { rows } = await t.owner.query(
        `select exists (select from authenticate($1, null, false)) as in_calls,
         exists (select from living_sessions((select array_agg(id) from sessions where user_id = $2))) as in_streams`,
        [tokenHash(person.token), person.id],
      )
      return rows[0]
    }
    expect(await isValid()).toEqual({ in_calls: true, in_streams: true })
    await t.owner.query(change, [person.id])
    expect(await isValid()).toEqual({ in_calls: false, in_streams: false })
  },
)
