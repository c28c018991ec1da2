import { assertAccessible } from './axe.ts'
import { headersOf } from './desk.ts'
import { ACCOUNTS, expect, signIn, test } from './site.ts'

/** The contract of the client of the demo. */
const CONTRACT = 'AF-000005'
const HOUR_MS = 3_600_000

test('SUS-07 PQR-01 quien va a radicar una PQR ve la falla de su servicio y lo que se le compensa, y el financiero que radica por él también', async ({
  page,
}) => {
  const headers = await headersOf(page.request, ACCOUNTS.financial)
  const contract = (await (await page.request.get(`/api/contract/${CONTRACT}`, { headers })).json()).data
  const made = await page.request.post('/api/outage', {
    data: {
      outage: {
        department: contract.department,
        city: contract.city,
        cause: 'Corte de la fibra troncal',
        is_notified: false,
        started_at: new Date(Date.now() - 12 * HOUR_MS).toISOString(),
      },
    },
    headers,
  })
  expect(made.ok(), await made.text()).toBe(true)
  const { id } = (await made.json()).data
  try {
    // A job writes down the contracts of the municipality.
    const own = await headersOf(page.request, ACCOUNTS.client)
    await expect
      .poll(async () => (await (await page.request.get('/api/outage/own', { headers: own })).json()).data.outages)
      .toContainEqual(expect.objectContaining({ id }))
    await page.setViewportSize({ width: 360, height: 740 })
    await signIn(page, 'client')
    await page.goto('/pqr/nueva')
    const seen = page.getByText(
      new RegExp(`Tu servicio ${CONTRACT} tiene una falla en ${contract.city} desde el .*: Corte de la fibra troncal`),
    )
    await expect(seen).toBeVisible()
    await expect(seen).toContainText(/Hasta ahora te compensaríamos \$ [1-9]/)
    await expect(page.getByText('La compensación llega sola: no tienes que pedirla.', { exact: false })).toBeVisible()
    await assertAccessible(page, 'PQR nueva con una falla')
    expect(await page.evaluate(() => globalThis.document.documentElement.scrollWidth)).toBe(360)

    await page.setViewportSize({ width: 1280, height: 800 })
    await signIn(page, 'financial')
    await page.goto(`/pqrResponse/nueva?cliente=${contract.client.id}`)
    await expect(
      page.getByText(`El servicio ${CONTRACT} tiene una falla en ${contract.city}`, { exact: false }),
    ).toBeVisible()
    await assertAccessible(page, 'PQR de la mesa con una falla')
  } finally {
    await page.request.post(`/api/outage/${id}/cancel`, { data: { reason: 'No era una falla' }, headers })
  }
})

test('SUS-07 R2.10 cuando el plan cambia de precio en el mes, el cliente y la mesa leen las horas de cada precio', async ({
  page,
}) => {
  const prices = [
    { price: 60_000, minutes: 24 * 60 },
    { price: 90_000, minutes: 48 * 60 },
  ]
  const place = { city: 'Medellín', device: null, cause: 'Corte de la fibra', no_contract: CONTRACT }
  const times = { started_at: '2026-11-15T05:00:00.000Z', expected_end_at: null, ended_at: null }
  const id = '00000000-0000-4000-8000-000000000001'
  const data = {
    outages: [{ id, is_open: true, ...place, ...times, so_far: 8_000, so_far_prices: prices }],
    compensations: [
      { no_contract: CONTRACT, month: '2026-10', minutes: 72 * 60, prices, amount: 8_000, invoice: 'AF-12' },
      { no_contract: CONTRACT, month: '2026-11', minutes: 72 * 60, prices, amount: 8_000, invoice: null },
    ],
  }
  await page.route('**/api/outage/own', (route) => route.fulfill({ json: { data } }))
  await page.route('**/api/outage/client/*', (route) => route.fulfill({ json: { data } }))
  const hours = '24 h a $ 60.000,00 al mes y 48 h a $ 90.000,00 al mes'
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await signIn(page, 'client')
    await page.goto('/pqr/nueva')
    await expect(
      page.getByText(`compensaríamos $ 8.000,00. Tu plan cambió de precio durante la falla: ${hours}.`),
    ).toBeVisible()
    await expect(
      page.getByText(`En la factura AF-12. Tu plan cambió de precio ese mes: ${hours}`, { exact: false }),
    ).toBeVisible()
    await expect(
      page.getByText(`Va en tu próxima factura. Tu plan cambió de precio ese mes: ${hours}`, { exact: false }),
    ).toBeVisible()
    await assertAccessible(page, `dos precios a ${width}`)
    expect(await page.evaluate(() => globalThis.document.documentElement.scrollWidth)).toBe(width)
  }
  const headers = await headersOf(page.request, ACCOUNTS.financial)
  const contract = (await (await page.request.get(`/api/contract/${CONTRACT}`, { headers })).json()).data
  await signIn(page, 'financial')
  await page.goto(`/pqrResponse/nueva?cliente=${contract.client.id}`)
  await expect(page.getByText(`Su plan cambió de precio durante la falla: ${hours}.`)).toBeVisible()
})
