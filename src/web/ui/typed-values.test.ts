import { expect, test } from 'vitest'
import { isSecret } from './typed-values.ts'

const look = (change: Partial<Parameters<typeof isSecret>[0]>) => ({
  type: 'text',
  name: 'client.address',
  autocomplete: 'off',
  ...change,
})

test.each([
  { type: 'password' },
  { type: 'file' },
  { autocomplete: 'cc-number' },
  { autocomplete: 'one-time-code' },
  { autocomplete: 'current-password' },
  { name: 'password' },
  { name: 'new_password' },
  { name: 'totp' },
  { name: 'card_number' },
  { name: 'wompi.private_key' },
  { name: 'integrity' },
  { name: 'access_token' },
])('ERR-02 lo que se escribe en un campo secreto no se guarda: %o', (change) => {
  expect(isSecret(look(change))).toBe(true)
})

test.each(['client.first_name', 'contract.plan_id', 'plan.price', 'reason', 'company.nit', 'opinion'])(
  'ERR-02 lo que se escribe en «%s» se guarda',
  (name) => expect(isSecret(look({ name }))).toBe(false),
)
