import { TOTP } from 'otpauth'
import { twoFactorApi } from '#domain/auth/two-factor-api.ts'
import type { Person } from './world.ts'

/** The code that an application shows for a secret. */
export const codeOf = (secret: string, now = new Date()): string =>
  new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: now.getTime() })

/** Turns the second factor of a signed-in person on. Returns its secret and recovery codes. */
export async function withTwoFactor(by: Person, now = new Date()): Promise<{ secret: string; recovery: string[] }> {
  const { secret } = (await by.call(twoFactorApi.enrolTwoFactor)).data
  const { data } = await by.call(twoFactorApi.confirmTwoFactor, { body: { totp: codeOf(secret, now) } })
  return { secret, recovery: data.recovery_codes }
}
