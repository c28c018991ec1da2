import * as z from 'zod/mini'
import { hashPassword } from '#server/auth/passwords.ts'
import { keyFor } from '#server/core/secrets.ts'
import { makeCompany, makeUser } from '#test/factory.ts'
import { type Bed, CLIENTS, withBed } from './bed.ts'
import { Found, type Load } from './load-shape.ts'
import { compare } from './rounds.ts'

/** Part of what argon2id alone allows that logins must reach. */
const TARGET = 0.8
const PEOPLE_PER_CLIENT = 40
const PASSWORD = 'tres-caballos-y-un-río'

/**
 * POST /api/auth/login as browsers send it, by people who are all different, beside argon2id alone at the same cost and as many
 * at once. Logins a second.
 */
export const login = () =>
  withBed(async (bed) => {
    const stored = await hashPassword(bed.secret, PASSWORD)
    const clients = await seed(bed, stored)
    const url = z.parse(z.string(), await bed.startProduct().ask())
    const load = bed.start('load.ts')
    const argon = bed.start('argon.ts')
    const pepper = keyFor(bed.secret, 'password').toString('base64')
    const { ratio, ours, limit, rounds } = await compare(
      async (seconds) => z.parse(Found, await load.ask({ url, seconds, clients } satisfies Load)).per_s,
      async (seconds) => z.parse(z.number(), await argon.ask({ stored, pepper, password: PASSWORD, seconds })),
      { rounds: 5, seconds: 4 },
    )
    return { bench: 'login', ratio, ours_per_s: ours, argon2id_per_s: limit, target: TARGET, rounds }
  })

/** People of one company with one password; each client has its own, so that no two tries of a person meet. */
async function seed({ owner }: Bed, hash: string): Promise<Load['clients']> {
  const companyId = await makeCompany(owner)
  const clients: Load['clients'] = []
  while (clients.length < CLIENTS) {
    const people = await Promise.all(
      Array.from({ length: PEOPLE_PER_CLIENT }, () => makeUser(owner, companyId, 'client', { password_hash: hash })),
    )
    clients.push(people.map(({ username }) => loginOf(username)))
  }
  await owner.query('analyze')
  return clients
}

const loginOf = (username: string) => ({
  method: 'POST',
  path: '/api/auth/login',
  headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  body: JSON.stringify({ username, password: PASSWORD }),
})
