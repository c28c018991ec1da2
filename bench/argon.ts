import { verify } from '@node-rs/argon2'
import * as z from 'zod/mini'
import { HASHES_AT_ONCE } from '#server/auth/passwords.ts'
import { answerParent } from './child.ts'

const Question = z.object({ stored: z.string(), password: z.string(), pepper: z.string(), seconds: z.number() })

/** argon2id alone: checks one password repeatedly, at the cost of its stored hash. Answers checks a second. */
answerParent(async (question) => {
  const { stored, password, pepper, seconds } = z.parse(Question, question)
  const secret = Buffer.from(pepper, 'base64')
  const started = performance.now()
  let checks = 0
  const check = async (): Promise<void> => {
    while (performance.now() < started + seconds * 1_000) {
      if (!(await verify(stored, password, { secret }))) throw new Error('the password is not the one of the hash')
      checks += 1
    }
  }
  await Promise.all(Array.from({ length: HASHES_AT_ONCE }, check))
  return (checks * 1_000) / (performance.now() - started)
})
