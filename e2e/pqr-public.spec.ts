import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { STORY } from './filed-case.ts'
import { chooseAction } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n')
const file = (name: string, buffer = PDF, mimeType = 'application/pdf') => ({ name, mimeType, buffer })
const UPLOAD = '**/api/public/pqr/upload'

test('PQR-01 quien radica sin usuario agrega archivos; si una subida se cae nada se pierde y los que llegaron no se envían otra vez', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await writeComplaint(page, { document: '52345680', subject: 'Con dos archivos' })
  await page
    .getByLabel('Fotos o documentos (si quieres)')
    .setInputFiles(file('nota.txt', Buffer.from('Hola'), 'text/plain'))
  await expect(page.getByText('«nota.txt» no es una foto ni un PDF')).toBeVisible()
  await page.getByLabel('Fotos o documentos (si quieres)').setInputFiles([file('factura.pdf'), file('carta.pdf')])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await assertAccessible(page, 'radicar sin usuario con archivos')
  let uploads = 0
  await page.route(UPLOAD, (route) => {
    uploads += 1
    return uploads === 2 ? route.abort('internetdisconnected') : route.continue()
  })
  await page.getByRole('button', { name: 'Radicar' }).click()
  await expect(page.locator('.form-failure')).toBeVisible()
  await expect(page.getByLabel('Asunto')).toHaveValue('Con dos archivos')
  await expect(page.getByText('carta.pdf')).toBeVisible()
  await page.getByRole('button', { name: 'Radicar' }).click()
  await expect(page.getByRole('heading', { name: 'Tu PQR quedó radicada' })).toBeVisible()
  // Of the two files, the one that arrived the first time was sent once.
  expect(uploads).toBe(3)
  const reference = await page.getByTestId('cun').innerText()
  await signIn(page, 'financial')
  await page.goto(`/pqrResponse?q=${reference}`)
  await page.getByRole('link', { name: 'Con dos archivos' }).click()
  const files = page.getByRole('list', { name: 'Archivos' })
  await expect(files).toContainText('factura.pdf')
  await expect(files).toContainText('carta.pdf')
})

test('PQR-03 PQR-07 quien no tiene usuario envía los datos que le piden y recurre la respuesta desde la consulta', async ({
  page,
}) => {
  test.setTimeout(90_000)
  await writeComplaint(page, { document: '52345681', subject: 'Sin usuario' })
  await page.getByRole('button', { name: 'Radicar' }).click()
  await expect(page.getByRole('heading', { name: 'Tu PQR quedó radicada' })).toBeVisible()
  const reference = await page.getByTestId('cun').innerText()
  await signIn(page, 'financial')
  await page.goto(`/pqrResponse?q=${reference}`)
  await page.getByRole('link', { name: 'Sin usuario' }).click()
  const address = page.url()
  await chooseAction(page, 'Pedir más datos', reference)
  const asking = page.getByRole('dialog', { name: 'Pedir más datos' })
  await asking.getByLabel('Qué datos necesitas').fill('¿A qué hora lo llaman?')
  await asking.getByRole('button', { name: 'Pedir los datos' }).click()
  await expect(asking).toHaveCount(0)

  await page.setViewportSize({ width: 360, height: 740 })
  await lookUp(page, reference, '52345681')
  await expect(page.getByText('¿A qué hora lo llaman?')).toBeVisible()
  await page.getByLabel('Escribe un mensaje').fill('Me llaman a las siete de la noche')
  await page.getByLabel('Fotos o documentos (si quieres)').setInputFiles(file('llamadas.pdf'))
  await assertAccessible(page, 'consulta con un mensaje')
  await page.getByRole('button', { name: 'Enviar mensaje' }).click()
  await expect(page.getByText('Recibimos tu mensaje')).toBeVisible()
  await expect(page.getByLabel('Escribe un mensaje')).toHaveValue('')

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(address)
  await expect(page.getByText('Me llaman a las siete de la noche')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Archivos' })).toContainText('llamadas.pdf')
  await page.getByRole('button', { name: 'Responder', exact: true }).click()
  const answering = page.getByRole('dialog')
  await answering.getByRole('radio', { name: /^En contra/ }).check()
  await answering.getByLabel('Respuesta', { exact: true }).fill('No encontramos esas llamadas.')
  await answering.getByRole('button', { name: 'Ver cómo queda' }).click()
  await answering.getByRole('button', { name: 'Enviar la respuesta' }).click()
  await expect(answering).toHaveCount(0)

  await page.setViewportSize({ width: 360, height: 740 })
  await lookUp(page, reference, '52345681')
  await page.getByRole('button', { name: 'Interponer recurso' }).click()
  const appealing = page.getByRole('dialog', { name: 'Interponer recurso' })
  await appealing.getByRole('button', { name: 'Interponer recurso' }).click()
  await expect(appealing.getByText('Escribe por qué no estás de acuerdo').first()).toBeVisible()
  await appealing.getByLabel('Por qué no estás de acuerdo').fill('Sí me llamaron, adjunté las llamadas.')
  await assertAccessible(page, 'recurso sin usuario')
  await appealing.getByRole('button', { name: 'Interponer recurso' }).click()
  await expect(page.getByText(/^Recibimos el recurso/)).toBeVisible()
  await expect(page.getByText('En recurso')).toBeVisible()
})

test('R5.8 PQR-01 quien pide sus datos personales elige entre consulta y reclamo, y la mesa lo lee', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await writeComplaint(page, { document: '52345682', subject: 'Qué datos tienen de mí' })
  await page.getByLabel('Tema').selectOption('datos_personales')
  const choice = page.getByRole('group', { name: 'Qué pides sobre tus datos personales' })
  await expect(choice.getByRole('radio', { name: /^Reclamo/ })).toBeChecked()
  await page.getByRole('radio', { name: /^Petición/ }).check()
  await expect(choice.getByRole('radio', { name: /^Consulta/ })).toBeChecked()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await assertAccessible(page, 'PQR de datos personales')
  await page.getByRole('button', { name: 'Radicar' }).click()
  await expect(page.getByRole('heading', { name: 'Tu PQR quedó radicada' })).toBeVisible()
  const reference = await page.getByTestId('cun').innerText()
  await signIn(page, 'financial')
  await page.goto(`/pqrResponse?q=${reference}`)
  await page.getByRole('link', { name: 'Qué datos tienen de mí' }).click()
  await expect(page.getByRole('definition').filter({ hasText: /^Consulta$/ })).toBeVisible()
})

/** Types a complaint of a person who is no client. */
async function writeComplaint(page: Page, { document, subject }: { document: string; subject: string }) {
  await page.goto('/radicar-pqr')
  await page.getByLabel('NIT de la empresa').fill('901.234.567-7')
  await page.getByLabel('Nombre completo').fill('Julia Peña')
  await page.getByLabel('Número de documento').fill(document)
  await page.getByLabel('Correo', { exact: true }).fill('julia@correo.test')
  await page.getByRole('radio', { name: /^Queja o reclamo/ }).check()
  await page.getByLabel('Tema').selectOption('atencion')
  await page.getByLabel('Asunto').fill(subject)
  await page.getByLabel('Cuéntanos qué pasó').fill(STORY)
}

async function lookUp(page: Page, reference: string, document: string) {
  await page.goto('/consulta-pqr')
  await page.getByLabel('CUN o radicado').fill(reference)
  await page.getByLabel('Documento de quien la radicó').fill(document)
  await page.getByRole('button', { name: 'Consultar' }).click()
  await expect(page.getByText('Respuesta por')).toBeVisible()
}
