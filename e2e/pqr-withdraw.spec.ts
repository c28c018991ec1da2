import { dayOf, shortDayLabel } from '../src/domain/core/days.ts'
import { assertAccessible } from './axe.ts'
import { fileAsClient } from './filed-case.ts'
import { chooseAction } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

test('PQR-10 el cliente desiste de su PQR en el portal, y la mesa lee que ya no hay que responderla', async ({
  page,
}) => {
  const { id } = await fileAsClient(page, 'Ya no la necesito')
  await page.setViewportSize(PHONE)
  await signIn(page, 'client')
  await page.goto(`/pqr/${id}`)
  await page.getByRole('button', { name: 'Desistir de la PQR' }).click()
  const dialog = page.getByRole('dialog', { name: 'Desistir de la PQR' })
  await dialog.getByLabel('Por qué desistes de la PQR').fill('El internet volvió solo')
  await assertAccessible(page, 'desistir de una PQR')
  await dialog.getByRole('button', { name: 'Desistir', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/^Desististe el /)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Desistir de la PQR' })).toHaveCount(0)
  const [constancia] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Constancia del desistimiento' }).click(),
  ])
  expect(constancia.suggestedFilename()).toMatch(/^constancia-desistimiento-.*\.pdf$/)
  await page.setViewportSize(DESK)
  await signIn(page, 'financial')
  await page.goto(`/pqrResponse/${id}`)
  await expect(page.getByText('Quien radicó desistió: no hay que responder.')).toBeVisible()
  await expect(page.getByText('El internet volvió solo')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Responder', exact: true })).toHaveCount(0)
  await assertAccessible(page, 'una PQR desistida')
})

test('PQR-10 la mesa registra un desistimiento que llegó en una carta, con el día y el archivo', async ({ page }) => {
  const { id, reference } = await fileAsClient(page, 'Desistió en la oficina')
  await page.setViewportSize(DESK)
  await signIn(page, 'technical')
  await page.goto(`/pqrResponse/${id}`)
  await chooseAction(page, 'Registrar el desistimiento', reference)
  const dialog = page.getByRole('dialog', { name: 'Registrar el desistimiento' })
  await dialog.getByLabel('Por dónde llegó').selectOption('oficina')
  await dialog.getByRole('button', { name: 'Registrar desistimiento' }).click()
  await expect(dialog.getByText('Escribe qué dijo quien desiste, y dónde consta').first()).toBeVisible()
  await dialog.getByLabel('Qué dijo quien desiste').fill('Dejó una carta: ya no la necesita')
  await dialog.getByLabel('Día en que llegó').fill('31/12/2035')
  await dialog.getByRole('button', { name: 'Registrar desistimiento' }).click()
  await expect(dialog.getByText('El día en que llegó no puede ser futuro').first()).toBeVisible()
  await dialog.getByLabel('Día en que llegó').fill(shortDayLabel(dayOf(new Date())))
  await dialog.getByLabel('La carta o el correo, si lo hay').setInputFiles({
    name: 'carta.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n'),
  })
  await assertAccessible(page, 'registrar un desistimiento')
  await dialog.getByRole('button', { name: 'Registrar desistimiento' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Quien radicó desistió: no hay que responder.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Archivos' })).toContainText('carta.pdf')
})
