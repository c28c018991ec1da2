import { afterEach, expect, test, vi } from 'vitest'
import { failureOf } from './failure.ts'
import { isStepUpCancelled, stepUp, withStepUp } from './step-up.ts'

const refusal = () => failureOf({ status: 422, code: 'STEP_UP_REQUIRED', message: 'Confirma tu contraseña' })

/** A call that the server refuses until the password is confirmed. */
const delicate = () => vi.fn<() => Promise<string>>().mockRejectedValueOnce(refusal()).mockResolvedValue('hecho')

let close: (() => void) | undefined
const openScreen = (): void => {
  close = stepUp.subscribe(() => undefined)
}
afterEach(() => close?.())

test('AUT-07 a delicate call runs again after the password, and two calls at once ask for it one time', async () => {
  openScreen()
  const [one, other] = [delicate(), delicate()]
  const both = Promise.all([withStepUp(one), withStepUp(other)])
  await vi.waitFor(() => expect(stepUp.isPending()).toBe(true))
  stepUp.answer(true)
  expect(await both).toEqual(['hecho', 'hecho'])
  expect([one.mock.calls.length, other.mock.calls.length, stepUp.isPending()]).toEqual([2, 2, false])
})

test('AUT-07 a closed password dialog, or a screen that is gone, does not run the call again', async () => {
  openScreen()
  const call = delicate()
  const closed = withStepUp(call).catch((error: unknown) => error)
  await vi.waitFor(() => expect(stepUp.isPending()).toBe(true))
  stepUp.answer(false)
  expect(isStepUpCancelled(await closed)).toBe(true)
  const left = withStepUp(delicate()).catch((error: unknown) => error)
  await vi.waitFor(() => expect(stepUp.isPending()).toBe(true))
  close?.()
  expect(isStepUpCancelled(await left)).toBe(true)
  expect([call.mock.calls.length, stepUp.isPending()]).toEqual([1, false])
})

test('AUT-07 another failure is not asked about, and without a screen no user is asked', async () => {
  const conflict = failureOf({ status: 409, code: 'CONFLICT', message: 'Ya existe' })
  await expect(withStepUp(() => Promise.reject(conflict))).rejects.toBe(conflict)
  expect(isStepUpCancelled(await withStepUp(delicate()).catch((error: unknown) => error))).toBe(true)
})
