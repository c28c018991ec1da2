import * as z from 'zod/mini'
import { COMPARED_MIN, hashPassword } from '#server/auth/passwords.ts'
import { keyFor } from '#server/core/secrets.ts'
import { makeCompany, makeUser } from '#test/factory.ts'
import { type BenchEnvironment, CLIENTS, withEnvironment } from './environment.ts'
import { Found, type Load } from './load-shape.ts'
import { compare } from './rounds.ts'

/** The argon2id checks of logins a second, as a part of those of argon2id alone, that must be reached. */
const TARGET = 0.8
const PEOPLE_PER_CLIENT = 40
const PASSWORD = 'tres-caballos-y-un-río'

/**
 * POST /api/auth/login as browsers send it, each by a different user, compared with argon2id alone at the same cost and with the
 * same concurrency. Argon2id checks a second: each login makes COMPARED_MIN.
 */
export const login = () =>
  withEnvironment(async (environment) => {
    const stored = await hashPassword(environment.secret, PASSWORD)
    const clients = await seed(environment, stored)
    const url = z.parse(z.string(), await environment.startProduct().ask())
    const load = environment.start('load.ts')
    const argon = environment.start('argon.ts')
    const pepper = keyFor(environment.secret, 'password').toString('base64')
    const { ratio, ours, limit, rounds } = await compare(
      async (seconds) => COMPARED_MIN * z.parse(Found, await load.ask({ url, seconds, clients } satisfies Load)).per_s,
      async (seconds) => z.parse(z.number(), await argon.ask({ stored, pepper, password: PASSWORD, seconds })),
      { rounds: 5, seconds: 4 },
    )
    return { bench: 'login', ratio, ours_per_s: ours, argon2id_per_s: limit, target: TARGET, rounds }
  })

/** Users of one company with one password. Each load client has its own users, so that two logins of a user never overlap. */
async function seed({ owner }: BenchEnvironment, hash: string): Promise<Load['clients']> {
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
