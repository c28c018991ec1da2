import type { Page } from '@playwright/test'
import { readPdf } from '../test/read-pdf.ts'
import { assertAccessible } from './axe.ts'
import { signingLinkOf } from './mailbox.ts'
import { chooseAction } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 820 } }
/** The client of the demo, whose address receives the link. */
const HOLDER = { identification: '526828598', name: 'Yenny Bohórquez', email: 'cliente@andina.test' }

/** One after the other: the client is asked once for the electronic invoice, in the first. */
test.describe.configure({ mode: 'serial' })

for (const [device, size] of Object.entries(SIZES)) {
  test(`CON-03 CON-04 la oficina envía el contrato, el cliente lo firma sin sesión y lee su copia (${device})`, async ({
    page,
  }) => {
    test.setTimeout(120_000)
    await page.setViewportSize(SIZES.desk)
    await signIn(page, 'financial')
    const no = await createDraft(page)
    await page.goto(`/view/contract/${no}`)
    await expect(page.getByText('Es un borrador: no vale hasta que el titular lo firme.')).toBeVisible()
    await page.goto(`/contracts/detail/${no}`)
    await chooseAction(page, 'Enviar para firmar', no)
    const dialog = page.getByRole('dialog', { name: 'Enviar para firmar' })
    await assertAccessible(page, 'send')
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(page.getByText(`Enviamos a ${HOLDER.email} el enlace para firmar el contrato ${no}`)).toBeVisible()
    await expect(page.getByText(`${HOLDER.email} tiene un enlace para firmar. Vale hasta el`)).toBeVisible()
    const old = await signingLinkOf(page.request, HOLDER.email, no)
    await chooseAction(page, 'Editar', no)
    const edit = page.getByRole('dialog', { name: /^Editar AF-/ })
    await edit.getByLabel('Dirección del servicio').fill('Carrera 70 # 45-14')
    await edit.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(page.getByText(/El contrato cambió después de que se envió el enlace/)).toBeVisible()
    await assertAccessible(page, 'changed')
    const reader = await page.context().newPage()
    await reader.goto(old)
    await expect(reader.getByRole('heading', { name: 'El contrato cambió' })).toBeVisible()
    await reader.close()
    await page.getByRole('button', { name: 'Enviar enlace nuevo' }).click()
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await expect(page.getByText(`${HOLDER.email} tiene un enlace para firmar. Vale hasta el`)).toBeVisible()
    const link = await signingLinkOf(page.request, HOLDER.email, no, old)
    await logOut(page)

    await page.setViewportSize(size)
    const bytes = await signByLink(page, link, no, device === 'phone')
    const pdf = readPdf(bytes)
    expect([pdf.pages, pdf.isTagged]).toEqual([2, true])
    expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain(no)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Este contrato ya está firmado' })).toBeVisible()
    await assertAccessible(page, 'signed')

    await signIn(page, 'client')
    await page.goto(`/view/contract/${no}`)
    await expect(page.getByRole('heading', { name: 'Pago y facturación' })).toBeVisible()
    await expect(page.getByText(`Firmado por ${HOLDER.name} con el enlace del correo`)).toBeVisible()
    await assertAccessible(page, 'view')
    await page.getByRole('link', { name: 'Ver los datos del contrato' }).click()
    await expect(page.getByText('No la aceptó')).toBeVisible()
    await page.goBack()
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descargar PDF' }).click()
    expect((await saved).suggestedFilename()).toBe(`contrato-${no}-v1.pdf`)
  })
}

test('CON-03 perdida la respuesta de la firma, el segundo intento muestra el contrato firmado y no el formulario con un error', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize(SIZES.phone)
  await signIn(page, 'financial')
  const no = await createDraft(page)
  await page.goto(`/contracts/detail/${no}`)
  await chooseAction(page, 'Enviar para firmar', no)
  const dialog = page.getByRole('dialog', { name: 'Enviar para firmar' })
  await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(page.getByText(`${HOLDER.email} tiene un enlace para firmar. Vale hasta el`)).toBeVisible()
  await logOut(page)
  await fillSignature(page, await signingLinkOf(page.request, HOLDER.email, no), no, false)
  // The server signs it and its answer does not arrive.
  const address = '**/api/public/signing/*/sign'
  await page.route(address, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Firmar contrato' }).click()
  await expect(page.getByText(/No hay conexión/).first()).toBeVisible()
  await page.unroute(address)
  await page.getByRole('button', { name: 'Firmar contrato' }).click()
  await expect(page.getByRole('heading', { name: 'Este contrato ya está firmado' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Firmar contrato' })).toHaveCount(0)
})

/** Reads and signs the contract of a link. Returns the bytes of its copy. `isAsked`: whether it asks for the electronic invoice. */
async function signByLink(page: Page, link: string, no: string, isAsked: boolean): Promise<Buffer> {
  await fillSignature(page, link, no, isAsked)
  await page.getByRole('button', { name: 'Firmar contrato' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Firmaste el contrato ${no}` })).toBeVisible()
  await assertAccessible(page, 'signed')
  const address = await page.getByRole('link', { name: 'Descargar PDF' }).getAttribute('href')
  return (await page.request.get(address ?? '')).body()
}

/** Reads the contract of a link, and writes and draws its signature. */
async function fillSignature(page: Page, link: string, no: string, isAsked: boolean): Promise<void> {
  await page.goto(link)
  await expect(page.getByText(HOLDER.name)).toHaveCount(0)
  await assertAccessible(page, 'link')
  await page.getByLabel('Número de tu documento').fill('111')
  await page.getByRole('button', { name: 'Leer el contrato' }).click()
  await expect(page.getByText('Ese no es el documento del titular: revísalo').first()).toBeVisible()
  await page.getByLabel('Número de tu documento').fill(HOLDER.identification)
  await page.getByRole('button', { name: 'Leer el contrato' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Contrato ${no}` })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Principales obligaciones del usuario' })).toBeVisible()
  await assertAccessible(page, 'sign')
  await page.getByRole('button', { name: 'Siguiente: firmar' }).click()
  await expect(page.getByText(/no tiene cláusula de permanencia/)).toHaveCount(0)
  await page.getByLabel('Acepto que el contrato se renueve solo').uncheck()
  const electronic = page.getByLabel('Acepto recibir la factura solamente por medios electrónicos')
  await expect(electronic).toHaveCount(isAsked ? 1 : 0)
  if (isAsked) await electronic.check()
  await page.getByLabel('Nombre completo de quien firma').fill(HOLDER.name)
  await page.getByLabel('Número de documento').fill(HOLDER.identification)
  await page.getByRole('button', { name: 'Firmar contrato' }).click()
  await expect(page.getByText('Dibuja la firma').first()).toBeVisible()
  await draw(page)
}

async function createDraft(page: Page): Promise<string> {
  await page.goto('/contracts?new=')
  const holder = page.getByRole('dialog', { name: 'Crear contrato' })
  await holder.getByRole('combobox', { name: 'Cliente' }).fill(HOLDER.identification)
  await holder.getByRole('option', { name: new RegExp(HOLDER.name) }).click()
  const dialog = page.getByRole('dialog', { name: `Contrato de ${HOLDER.name}` })
  await dialog.getByLabel('Plan').selectOption({ label: 'Hogar 100 · $ 79,900' })
  await dialog.getByLabel('Cargo de conexión').fill('100000')
  await dialog.getByLabel('Valor descontado').fill('60000')
  await dialog.getByRole('button', { name: 'Crear contrato' }).click()
  const title = page.getByRole('heading', { level: 1, name: /^Contrato AF-\d{6}$/ })
  await expect(title).toBeVisible()
  return ((await title.textContent()) ?? '').replace('Contrato ', '')
}

async function draw(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: 'Firma' })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('no area to sign')
  await page.mouse.move(box.x + 30, box.y + box.height / 2)
  await page.mouse.down()
  for (const [x, y] of [
    [60, -20],
    [90, 25],
    [130, -10],
  ])
    await page.mouse.move(box.x + (x ?? 0), box.y + box.height / 2 + (y ?? 0), { steps: 5 })
  await page.mouse.up()
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
}
