import sharp from 'sharp'
import { assertAccessible } from './axe.ts'
import { chooseAction } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n')

test('CON-05 la empresa anexa una foto y un recibo a un contrato, su titular los abre, y uno se quita con su motivo', async ({
  page,
}) => {
  await signIn(page, 'financial')
  await page.goto('/contracts?q=yenny+bohorquez&status=active')
  const row = page.getByRole('row', { name: /Yenny Bohórquez/ }).first()
  const no = (await row.getByRole('link', { name: /^AF-/ }).textContent()) ?? ''
  await chooseAction(page, 'Anexar', no)
  await expect(page.getByRole('heading', { level: 1, name: `Documentos de ${no}` })).toBeVisible()
  for (const title of ['Contrato', 'Versiones del contrato', 'Anexos', 'Actas', 'Últimas facturas', 'Autorizaciones'])
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Anexar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Anexar un documento' })
  await dialog.getByRole('button', { name: 'Anexar' }).click()
  await expect(dialog.getByText('Elige el archivo').first()).toBeVisible()
  const file = dialog.getByLabel('Archivo')
  await file.setInputFiles({ name: 'recibo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no es un PDF') })
  await dialog.getByRole('button', { name: 'Anexar' }).click()
  await expect(dialog.getByText('este archivo es de otro tipo').first()).toBeVisible()
  await file.setInputFiles({ name: 'Recibo de la luz.pdf', mimeType: 'application/pdf', buffer: PDF })
  await dialog.getByRole('button', { name: 'Anexar' }).click()
  await expect(page.getByText('Anexamos «Recibo de la luz»')).toBeVisible()

  const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#0b5fff' } })
    .jpeg()
    .toBuffer()
  await page.getByRole('button', { name: 'Anexar' }).click()
  await dialog.getByLabel('Archivo').setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer })
  await dialog.getByLabel('Qué es (opcional)').fill('Cédula')
  await dialog.getByRole('button', { name: 'Anexar' }).click()
  const annexes = page.getByRole('list', { name: 'Anexos' })
  for (const title of ['Recibo de la luz', 'Cédula'])
    await expect(annexes.getByRole('listitem').filter({ hasText: title })).toBeVisible()
  await annexes.getByRole('button', { name: 'Quitar Recibo de la luz' }).click()
  const removal = page.getByRole('dialog', { name: 'Quitar «Recibo de la luz»' })
  await removal.getByLabel('Motivo').fill('Era de otra casa')
  await removal.getByRole('button', { name: 'Quitar' }).click()
  await expect(annexes.getByRole('listitem').filter({ hasText: 'Recibo' })).toContainText('Era de otra casa')
  await expect(annexes.getByRole('listitem').filter({ hasText: 'Cédula' })).toContainText(/Imagen, \d+ kB/)
  await assertAccessible(page, 'documentos')

  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'client')
  await page.goto(`/contracts/documents/${no}`)
  for (const title of ['Versiones del contrato', 'Actas'])
    await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeVisible()
  await expect(annexes.getByRole('listitem').filter({ hasText: 'Cédula' })).toBeVisible()
  await expect(annexes.getByRole('listitem').filter({ hasText: 'Recibo' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Anexar' })).toHaveCount(0)
  await annexes.getByRole('link', { name: 'Cédula' }).click()
  await expect(page.getByRole('img', { name: 'Cédula' })).toBeVisible()
  await assertAccessible(page, 'anexo')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar' }).click()
  expect((await saved).suggestedFilename()).toBe(`cedula-${no}.webp`)
  await page.goto('/view/otra-cosa/1')
  await expect(page).toHaveURL(/\/404$/)
})
