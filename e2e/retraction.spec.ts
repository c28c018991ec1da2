import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { headersOf } from './desk.ts'
import { chooseAction } from './row-menu.ts'
import { ACCOUNTS, expect, signIn, test } from './site.ts'

const PHONE = { width: 360, height: 740 }
/** The client of the demo. */
const HOLDER = { identification: '526828598', name: 'Yenny Bohórquez' }
const DAY = String.raw`\d{1,2} de [a-z]+ de \d{4}`
/** Today in Bogotá. */
const today = (): string => new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10)
const STROKES = [
  [
    [10, 10],
    [40, 30],
    [80, 12],
  ],
]

test('CON-09 R2.26 el cliente firma en el portal, se retracta en el celular, y la financiera sabe cuándo devolver lo pagado', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const no = await signedContract(page, 'client')
  await payCharge(page, no)
  await page.setViewportSize(PHONE)
  await signIn(page, 'client')
  await page.goto(`/contracts/detail/${no}`)
  await expect(page.getByText(new RegExp(`puedes retractarte sin costo hasta el ${DAY}`))).toBeVisible()
  await assertAccessible(page, 'contrato con retracto')
  await page.getByRole('button', { name: 'Retractarme' }).click()
  const question = page.getByRole('alertdialog', { name: '¿Te retractas del contrato?' })
  await assertAccessible(page, 'retracto')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Retractarme' }).click()
  await question.getByRole('button', { name: 'Sí, me retracto' }).click()
  await expect(page.getByText(new RegExp(`^Te retractaste el ${DAY} en el portal`))).toBeVisible()
  await expect(page.getByText(new RegExp(`La empresa te devuelve .* a más tardar el ${DAY}`))).toBeVisible()
  await expect(page.locator('.badge', { hasText: 'Anulado' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retractarme' })).toHaveCount(0)

  await page.setViewportSize({ width: 1280, height: 820 })
  await signIn(page, 'financial')
  await page.goto(`/contracts/detail/${no}`)
  await expect(page.getByText(new RegExp(`Se le devuelven .* a más tardar el ${DAY}`))).toBeVisible()
  await assertAccessible(page, 'contrato retractado')
  await page.getByRole('link', { name: 'Ver su saldo a favor' }).click()
  await expect(page.getByRole('heading', { level: 1, name: HOLDER.name })).toBeVisible()
  await expect(page.getByText(`son por devolver del contrato ${no}, que quedó sin efecto`)).toBeVisible()
  await assertAccessible(page, 'saldo a favor por devolver')

  for (const size of [PHONE, { width: 1280, height: 820 }]) {
    await page.setViewportSize(size)
    await page.goto('/contracts/refunds?state=pending')
    await expect(page.getByRole('link', { name: no })).toBeVisible()
    await assertAccessible(page, 'devoluciones')
  }
  await page.goto('/contracts/refunds?state=overdue')
  await expect(page.getByText('No hay devoluciones vencidas.')).toBeVisible()
})

test('CON-09 la financiera registra el retracto que le pidieron por teléfono, con teclado, y ve si la ley lo da', async ({
  page,
}) => {
  const no = await signedContract(page, 'financial')
  await signIn(page, 'financial')
  await page.goto(`/contracts/detail/${no}`)
  await chooseAction(page, 'Registrar retracto', no)
  const dialog = page.getByRole('dialog', { name: 'Registrar retracto' })
  await expect(dialog.getByText('Este contrato se firmó con la empresa.')).toBeVisible()
  await assertAccessible(page, 'registrar retracto')
  await dialog.getByRole('button', { name: 'Registrar retracto' }).press('Enter')
  await expect(dialog.getByText('Elige por dónde lo pidió').first()).toBeVisible()
  await dialog.getByLabel('Por dónde lo pidió').selectOption('Por teléfono')
  await dialog.getByRole('button', { name: 'Registrar retracto' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(new RegExp(`^El cliente se retractó el ${DAY} por teléfono`))).toBeVisible()
})

test('CON-08 R2.9 quien desiste antes de la instalación lee en su contrato qué le devuelven y hasta cuándo, y la financiera llega a su saldo', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const no = await signedContract(page, 'financial')
  await payCharge(page, no)
  const desk = { headers: await headersOf(page.request, ACCOUNTS.financial) }
  const cancelled = await page.request.post(`/api/contract/${no}/cancel`, { data: { reason: 'Desistió' }, ...desk })
  expect(cancelled.status()).toBe(200)
  for (const size of [PHONE, { width: 1280, height: 820 }]) {
    await page.setViewportSize(size)
    await signIn(page, 'client')
    await page.goto(`/contracts/detail/${no}`)
    await expect(page.getByText(new RegExp(`La empresa te devuelve .* a más tardar el ${DAY}`))).toBeVisible()
    await expect(page.getByRole('link', { name: 'Ver su saldo a favor' })).toHaveCount(0)
    await assertAccessible(page, 'contrato anulado del cliente')
    await signIn(page, 'financial')
    await page.goto(`/contracts/detail/${no}`)
    await expect(page.getByText(new RegExp(`Se le devuelven .* a más tardar el ${DAY}`))).toBeVisible()
    await assertAccessible(page, 'contrato anulado')
  }
  await page.getByRole('link', { name: 'Ver su saldo a favor' }).click()
  await expect(page.getByRole('heading', { level: 1, name: HOLDER.name })).toBeVisible()
})

/** A contract of the client of the demo, signed in the portal or by the desk. Returns its number. */
async function signedContract(page: Page, signer: 'client' | 'financial'): Promise<string> {
  const desk = { headers: await headersOf(page.request, ACCOUNTS.financial) }
  const [clients, plans] = [
    await page.request.get(`/api/client?q=${HOLDER.identification}&page=1&page_size=1`, desk),
    await page.request.get('/api/admin/plans', desk),
  ]
  const contract = {
    client_id: (await clients.json()).data[0].id,
    plan_id: (await plans.json()).data.find((plan: { is_active: boolean }) => plan.is_active).id,
    address: 'Carrera 70 # 45-14',
    department: 'Antioquia',
    city: 'Medellín',
    date_contract: today(),
  }
  const made = await page.request.post('/api/contract', { data: { contract }, ...desk })
  const no: string = (await made.json()).data.no_contract
  const by = signer === 'client' ? { headers: await headersOf(page.request, ACCOUNTS.client) } : desk
  const data = { name: HOLDER.name, identification: HOLDER.identification, signature: STROKES }
  const signed = await page.request.post(`/api/contract/${no}/sign`, { data, ...by })
  expect(signed.status()).toBe(200)
  return no
}

/** A charge of $ 50.000 of a contract, with VAT if it has any, and its payment at the desk. */
async function payCharge(page: Page, no_contract: string): Promise<void> {
  const desk = async () => ({ ...(await headersOf(page.request, ACCOUNTS.financial)), 'idempotency-key': randomUUID() })
  const lines = [{ kind: 'technical_visit', description: 'Visita técnica', quantity: 1, price: 50_000 }]
  const made = await page.request.post('/api/invoice', {
    data: { invoice: { no_contract, lines } },
    headers: await desk(),
  })
  expect(made.status()).toBe(201)
  const { id, client_id, total } = (await made.json()).data
  const payment = { client_id, amount: total, method: 'transferencia', paid_on: today(), invoice_ids: [id] }
  const paid = await page.request.post('/api/payment/manual', { data: { payment }, headers: await desk() })
  expect(paid.status()).toBe(201)
}
