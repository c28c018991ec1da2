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
