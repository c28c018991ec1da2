import { chargeContract, findClient, payAll } from './desk.ts'
import { chooseAction } from './row-menu.ts'
import { expect, PASSWORD, signIn, test } from './site.ts'

test('AUT-07 TRX-04 reversar un pago pide la contraseña, no pierde el motivo al cerrarla, y sigue con el mismo intento', async ({
  page,
}) => {
  const client = await findClient(page, false, 9)
  await payAll(page, client.id)
  await chargeContract(page.request, client.no_contract, [25_000])
  // Other journeys receive payments of clients with the same name.
  const reference = `OTRO-${client.no_contract}`
  await payAll(page, client.id, reference)
  await signIn(page, 'financial')
  await page.goto(`/transactions?q=${reference}`)
  await chooseAction(page, 'Ver detalles', /recibo/)
  await page.getByRole('button', { name: 'Reversar pago' }).click()
  const reversal = page.getByRole('dialog', { name: /^Reversar el recibo/ })
  await reversal.getByLabel('Motivo').fill('Era de otro cliente')

  // The session is too new for the server to ask: the browser receives its refusal two times.
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/reversal')) keys.push(request.headers()['idempotency-key'])
  })
  await page.route(
    '**/api/payment/manual/*/reversal',
    (route) =>
      route.fulfill({
        status: 422,
        json: { message: 'Confirma tu contraseña para continuar', code: 'STEP_UP_REQUIRED' },
      }),
    { times: 2 },
  )
  const again = page.getByRole('dialog', { name: 'Confirma tu contraseña' })
  await reversal.getByRole('button', { name: 'Reversar pago' }).click()
  await again.getByRole('button', { name: 'Cancelar' }).click()
  await expect(again).toBeHidden()
  await expect(reversal.getByLabel('Motivo')).toHaveValue('Era de otro cliente')
  await expect(reversal.getByRole('alert')).toHaveCount(0)

  await reversal.getByRole('button', { name: 'Reversar pago' }).click()
  await again.getByLabel('Contraseña', { exact: true }).fill('no es esta')
  await again.getByRole('button', { name: 'Continuar' }).click()
  await expect(again.getByText('La contraseña no es correcta').first()).toBeVisible()
  await again.getByLabel('Contraseña', { exact: true }).fill(PASSWORD)
  await again.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.locator('.badge', { hasText: 'Reversado' }).first()).toBeVisible()
  expect([keys.length, new Set(keys).size, keys[0] === undefined]).toEqual([3, 1, false])
})
