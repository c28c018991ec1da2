import { beforeEach, expect, test, vi } from 'vitest'
import { failureOf } from './failure.ts'
import { answerStepUp, isStepUpCancelled, setStepUpDialog, withStepUp } from './step-up.ts'

const refusal = () => failureOf({ status: 422, code: 'STEP_UP_REQUIRED', message: 'Confirma tu contraseña' })

/** A call that the server refuses until the password is confirmed. */
const delicate = () => vi.fn<() => Promise<string>>().mockRejectedValueOnce(refusal()).mockResolvedValue('hecho')

const show = vi.fn()
beforeEach(() => {
  show.mockReset()
  setStepUpDialog(show)
})

test('AUT-07 a delicate call runs again after the password, and two calls at once ask for it one time', async () => {
  const [one, other] = [delicate(), delicate()]
  const both = Promise.all([withStepUp(one), withStepUp(other)])
  await vi.waitFor(() => expect(show).toHaveBeenCalledWith(true))
  answerStepUp(true)
  expect(await both).toEqual(['hecho', 'hecho'])
  expect([one.mock.calls.length, other.mock.calls.length, show.mock.calls]).toEqual([2, 2, [[false], [true], [false]]])
})

test('AUT-07 a closed password dialog, or a screen that is gone, does not run the call again', async () => {
  for (const end of [() => answerStepUp(false), () => setStepUpDialog(null)]) {
    show.mockReset()
    setStepUpDialog(show)
    const call = delicate()
    const failed = withStepUp(call).catch((error: unknown) => error)
    await vi.waitFor(() => expect(show).toHaveBeenCalledWith(true))
    end()
    expect([isStepUpCancelled(await failed), call.mock.calls.length]).toEqual([true, 1])
  }
})

test('AUT-07 another failure is not asked about, and without a screen no user is asked', async () => {
  const conflict = failureOf({ status: 409, code: 'CONFLICT', message: 'Ya existe' })
  await expect(withStepUp(() => Promise.reject(conflict))).rejects.toBe(conflict)
  setStepUpDialog(null)
  await expect(withStepUp(delicate())).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' })
  expect(show).not.toHaveBeenCalledWith(true)
})
