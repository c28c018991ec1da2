import type { Page } from '@playwright/test'
import { addDays, dayLabel, dayOf, shortDayLabel } from '../src/domain/core/days.ts'
import { assertAccessible } from './axe.ts'
import { charge, documentOfClient } from './desk.ts'
import { chooseAction } from './row-menu.ts'
import { ACCOUNTS, expect, PASSWORD, signIn, test } from './site.ts'

const STORY = 'La visita técnica nunca se hizo: ese día nadie llegó a la casa.'
const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

test('PQR-01 PQR-05 PQR-07 el cliente reclama una factura, el financiero responde a favor con nota crédito, y el recurso se decide', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const [number = ''] = await charge(page, 41_000)
  await page.setViewportSize(PHONE)
  await signIn(page, 'client')
  await page.goto('/payments')
  await page.getByRole('link', { name: `Factura ${number}` }).click()
  await page.getByRole('link', { name: 'PQR', exact: true }).click()
  await expect(page.getByText(`Sobre la factura ${number}`)).toBeVisible()
  await assertAccessible(page, 'nueva PQR')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByText('Cuéntanos qué pasó, con al menos 20 letras').first()).toBeVisible()
  await page.getByLabel('Cuéntanos qué pasó').fill(STORY)
  await page.getByRole('radio', { name: 'Solo en este portal' }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page.getByRole('heading', { name: 'Revisa antes de radicar' })).toBeFocused()
  await expect(page.getByText(STORY)).toBeVisible()
  await page.getByRole('button', { name: 'Radicar' }).click()
  await expect(page.getByRole('heading', { name: 'Tu PQR quedó radicada' })).toBeVisible()
  const reference = await page.getByTestId('cun').innerText()
  await assertAccessible(page, 'PQR radicada')
  const [constancia] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar constancia' }).click(),
  ])
  expect(constancia.suggestedFilename()).toMatch(/\.pdf$/)

  await page.setViewportSize(DESK)
  await signIn(page, 'financial')
  await page.goto(`/pqrResponse?q=${reference}`)
  await page.getByRole('link', { name: `Factura ${number}` }).click()
  await page.getByRole('button', { name: 'Tomar' }).click()
  await expect(page.getByText('En trámite').first()).toBeVisible()
  await page.getByRole('button', { name: 'Nota interna' }).click()
  await page.getByRole('textbox', { name: 'Nota interna' }).fill('El técnico confirma que no fue')
  await page.getByRole('button', { name: 'Guardar nota' }).click()
  await expect(page.getByText('Nota interna, solo la ve el equipo')).toBeVisible()
  await page.getByRole('button', { name: 'Responder', exact: true }).click()
  const answering = page.getByRole('dialog')
  await answering.getByRole('radio', { name: /^A favor Se hace todo/ }).check()
  await answering.getByLabel('Respuesta', { exact: true }).fill('La visita no se hizo: le devolvemos su valor.')
  await answering.getByRole('button', { name: 'Ver cómo queda' }).click()
  await expect(answering.getByText('Se hace una nota crédito por $ 41.000,00')).toBeVisible()
  await assertAccessible(page, 'la respuesta antes de enviarla')
  await answering.getByRole('button', { name: /^Enviar y hacer la nota crédito/ }).click()
  await expect(answering).toHaveCount(0)
  await expect(page.getByText('Respondida').first()).toBeVisible()
  const address = new URL(page.url()).pathname

  await page.setViewportSize(PHONE)
  await signIn(page, 'client')
  await page.goto(address.replace('/pqrResponse/', '/pqr/'))
  await expect(page.getByText('La visita no se hizo: le devolvemos su valor.')).toBeVisible()
  await expect(page.getByText('El técnico confirma que no fue')).toHaveCount(0)
  await assertAccessible(page, 'mi PQR respondida')
  await page.getByRole('button', { name: 'Interponer recurso' }).click()
  const appealing = page.getByRole('dialog', { name: 'Interponer recurso' })
  await appealing.getByRole('radio', { name: /^Reposición y en subsidio apelación/ }).check()
  await appealing.getByLabel('Por qué no estás de acuerdo').fill('También perdí un día de trabajo esperando.')
  await appealing.getByRole('button', { name: 'Interponer recurso' }).click()
  await expect(appealing).toHaveCount(0)
  await expect(page.getByText('En recurso').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Interponer recurso' })).toHaveCount(0)

  await page.setViewportSize(DESK)
  await signIn(page, 'financial')
  await page.goto(address)
  await page.getByRole('button', { name: 'Responder', exact: true }).click()
  await answering.getByRole('radio', { name: /^A favor Se hace todo/ }).check()
  await answering.getByLabel('Respuesta', { exact: true }).fill('Reponemos la decisión.')
  await answering.getByRole('button', { name: 'Ver cómo queda' }).click()
  await answering.getByRole('button', { name: 'Enviar la respuesta' }).click()
  await expect(answering).toHaveCount(0)
  await expect(page.getByText('Reponemos la decisión.')).toBeVisible()
})

test('PQR-08 PUB-01 sin sesión se consulta una PQR con su número y el documento, y con otro documento no', async ({
  page,
}) => {
  const { reference } = await fileAsClient(page, 'Consulta sin sesión')
  const document = await documentOfClient(page)
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await page.getByRole('link', { name: /^Consulta tu PQR/ }).click()
  await page.getByLabel('CUN o radicado').fill(reference)
  await page.getByLabel('Documento de quien la radicó').fill('99999999')
  await page.getByRole('button', { name: 'Consultar' }).click()
  await expect(page.locator('.form-failure')).toBeVisible()
  await page.getByLabel('Documento de quien la radicó').fill(document)
  await page.getByRole('button', { name: 'Consultar' }).click()
  await expect(page.getByText('Respuesta máxima')).toBeVisible()
  await expect(page.getByText('Consulta sin sesión')).toHaveCount(0)
  await assertAccessible(page, 'consulta de una PQR')
})

test('PQR-01 quien no es cliente radica sin sesión y recibe su número', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/radicar-pqr')
  await page.getByLabel('NIT de la empresa').fill('901.234.567-7')
  await page.getByLabel('Nombre completo').fill('Julia Peña')
  await page.getByLabel('Número de documento').fill('52.345.678')
  await page.getByLabel('Correo', { exact: true }).fill('julia@correo.test')
  await page.getByRole('radio', { name: /^Queja o reclamo/ }).check()
  await page.getByLabel('Tema').selectOption('atencion')
  await page.getByLabel('Asunto').fill('Me llaman y no soy cliente')
  await page.getByLabel('Cuéntanos qué pasó').fill('Me llaman a ofrecer planes todos los días desde octubre.')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByRole('button', { name: 'Radicar' }).click()
  await expect(page.getByRole('heading', { name: 'Tu PQR quedó radicada' })).toBeVisible()
  await expect(page.getByTestId('cun')).toHaveText(/^(RI-\d{4}-\d{6}|\d{4}-\d{2}-\d{10})$/)
})

test('PQR-01 PQR-02 la mesa radica lo que llegó ayer en papel, lo responde y registra que entregó la respuesta', async ({
  page,
}) => {
  const yesterday = addDays(dayOf(new Date()), -1)
  await signIn(page, 'technical')
  await page.goto('/pqrResponse/nueva')
  await page.getByRole('radio', { name: /^No es cliente/ }).check()
  await page.getByLabel('Nombre completo').fill('Julia Peña')
  await page.getByLabel('Número de documento').fill('52.345.679')
  await page.getByLabel('Por dónde llegó').selectOption('oficina')
  const day = page.getByLabel('Día en que llegó')
  await day.fill(shortDayLabel(addDays(yesterday, 2)))
  await page.getByRole('radio', { name: /^Queja o reclamo/ }).check()
  await page.getByLabel('Tema').selectOption('atencion')
  await page.getByLabel('Asunto').fill('Carta sin respuesta')
  await page.getByLabel('Qué pasó, en sus palabras').fill(STORY)
  await page.getByRole('radio', { name: /^Teléfono/ }).check()
  await page.getByRole('button', { name: 'Radicar' }).click()
  await expect(page.getByText('El día en que llegó no puede ser futuro').first()).toBeVisible()
  await day.fill(shortDayLabel(yesterday))
  await assertAccessible(page, 'radicar por otra persona')
  await page.getByRole('button', { name: 'Radicar' }).click()
  await expect(page.getByRole('heading', { name: 'La PQR quedó radicada' })).toBeVisible()
  const reference = await page.getByTestId('cun').innerText()
  await page.goto(`/pqrResponse?q=${reference}`)
  await page.getByRole('link', { name: 'Carta sin respuesta' }).click()
  await expect(page.getByText(dayLabel(yesterday)).first()).toBeVisible()
  await page.getByRole('button', { name: 'Responder', exact: true }).click()
  const answering = page.getByRole('dialog')
  await answering.getByRole('radio', { name: /^A favor Se hace todo/ }).check()
  await answering.getByLabel('Respuesta', { exact: true }).fill('La visita queda para mañana.')
  await answering.getByRole('button', { name: 'Ver cómo queda' }).click()
  await answering.getByRole('button', { name: 'Enviar la respuesta' }).click()
  await expect(answering).toHaveCount(0)
  await chooseAction(page, 'Registrar la entrega de la respuesta', reference)
  const delivering = page.getByRole('dialog', { name: 'Registrar la entrega de la respuesta' })
  await assertAccessible(page, 'la entrega de una respuesta')
  await delivering.getByLabel('Día en que se entregó').fill(shortDayLabel(yesterday))
  await delivering.getByRole('button', { name: 'Registrar entrega' }).click()
  await expect(delivering.getByText(/no se entregó antes/).first()).toBeVisible()
  await delivering.getByLabel('Día en que se entregó').fill(shortDayLabel(addDays(yesterday, 1)))
  await delivering.getByRole('button', { name: 'Registrar entrega' }).click()
  await expect(delivering).toHaveCount(0)
  await expect(page.getByText(/el plazo para el recurso va hasta el/).first()).toBeVisible()
})

test('PQR-02 con las teclas de la fila se llega a una PQR, se toma y se abre su respuesta', async ({ page }) => {
  const { reference } = await fileAsClient(page, 'Fila con teclado')
  await signIn(page, 'technical')
  await page.goto(`/pqrResponse?q=${reference}`)
  const link = page.getByRole('link', { name: 'Fila con teclado' })
  await expect(link).toBeVisible()
  await assertAccessible(page, 'la fila de PQR')
  await page.keyboard.press('j')
  await expect(link).toBeFocused()
  await page.keyboard.press('t')
  await expect(page.getByRole('row', { name: /Fila con teclado/ })).not.toContainText('Sin asignar')
  await link.focus()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: `Responder ${reference}` })
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('PQR-05 dos personas responden la misma PQR: la segunda ve quién respondió y conserva lo que escribió', async ({
  page,
  browser,
  baseURL,
}) => {
  const { id } = await fileAsClient(page, 'Dos personas')
  await signIn(page, 'financial')
  await page.goto(`/pqrResponse/${id}`)
  await page.getByRole('button', { name: 'Responder', exact: true }).click()
  const first = page.getByRole('dialog')
  await first.getByRole('radio', { name: /^En contra/ }).check()
  await first.getByLabel('Respuesta', { exact: true }).fill('La mía, que llega segunda.')
  const other = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await signIn(other, 'technical')
  await other.goto(`/pqrResponse/${id}`)
  await other.getByRole('button', { name: 'Responder', exact: true }).click()
  const second = other.getByRole('dialog')
  await second.getByRole('radio', { name: /^A favor Se hace todo/ }).check()
  await second.getByLabel('Respuesta', { exact: true }).fill('La que llega primera.')
  await second.getByRole('button', { name: 'Ver cómo queda' }).click()
  await second.getByRole('button', { name: 'Enviar la respuesta' }).click()
  await expect(second).toHaveCount(0)
  await other.close()
  await first.getByRole('button', { name: 'Ver cómo queda' }).click()
  await first.getByRole('button', { name: 'Enviar la respuesta' }).click()
  await expect(first.getByText(/acaba de cambiar esta PQR|ya fue respondida/).first()).toBeVisible()
  await first.getByRole('button', { name: 'Corregir' }).click()
  await expect(first.getByText('La que llega primera.')).toBeVisible()
  await expect(first.getByLabel('Respuesta', { exact: true })).toHaveValue('La mía, que llega segunda.')
})

test('PQR-04 el plazo se amplía una sola vez, con su motivo a la vista del cliente', async ({ page }) => {
  const { id, reference } = await fileAsClient(page, 'Ampliar el plazo')
  await signIn(page, 'technical')
  await page.goto(`/pqrResponse/${id}`)
  await chooseAction(page, 'Ampliar el plazo', reference)
  const dialog = page.getByRole('dialog', { name: 'Ampliar el plazo' })
  await dialog.getByLabel('Qué pruebas faltan').fill('Falta el informe del proveedor de la fibra.')
  await dialog.getByRole('button', { name: 'Ampliar el plazo' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Falta el informe del proveedor de la fibra.')).toBeVisible()
  await page.getByRole('button', { name: `Acciones de ${reference}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Ampliar el plazo' })).toHaveCount(0)
})

test('R3.14 el técnico programa la visita sin salir del caso, y el cliente ve cuándo van', async ({ page }) => {
  const { id, reference } = await fileAsClient(page, 'Necesito una visita', { hasContract: true })
  await signIn(page, 'technical')
  await page.goto(`/pqrResponse/${id}`)
  await chooseAction(page, 'Programar una visita', reference)
  const dialog = page.getByRole('dialog', { name: /^Programar una visita en / })
  await expect(dialog.getByLabel('Tipo de visita')).toHaveValue('revision')
  await dialog.getByLabel('Tipo de visita').selectOption('cambio_equipo')
  await dialog.getByLabel('Día de la visita').fill('31/12/2030')
  await dialog.getByLabel('Hora', { exact: true }).selectOption('tarde')
  await dialog.getByLabel('Técnico').selectOption({ index: 1 })
  await assertAccessible(page, 'la visita de una PQR')
  await dialog.getByRole('button', { name: 'Programar visita' }).click()
  await expect(dialog).toHaveCount(0)
  const visits = page.getByRole('list', { name: 'Visitas de la PQR' })
  await expect(visits).toContainText(/Cambio de equipo.*en la tarde\. Va .*Programada/)
  await expect(page).toHaveURL(new RegExp(id))
  await page.getByRole('button', { name: 'Ver la visita de Cambio de equipo' }).click()
  const opened = page.getByRole('dialog', { name: /^Cambio de equipo/ })
  await opened.getByRole('button', { name: 'Cancelar visita' }).click()
  await page.getByLabel('Motivo').fill('Se arregló solo')
  await page.getByRole('button', { name: 'Cancelar la visita' }).click()
  await expect(visits).toContainText('Cancelada')
  await page.setViewportSize(PHONE)
  await signIn(page, 'client')
  await page.goto(`/pqr/${id}`)
  await expect(visits).toContainText('Cancelada')
  await expect(page.getByRole('button', { name: /^Ver la visita/ })).toHaveCount(0)
  await assertAccessible(page, 'mi PQR con una visita')
})

test('PQR-09 corregir el tema de una PQR no cambia lo que se radicó', async ({ page }) => {
  const { id, reference } = await fileAsClient(page, 'Corregir el tema')
  await signIn(page, 'technical')
  await page.goto(`/pqrResponse/${id}`)
  await chooseAction(page, 'Corregir el tema', reference)
  const dialog = page.getByRole('dialog', { name: 'Corregir el tema' })
  await dialog.getByLabel('Tema', { exact: true }).selectOption('sin_servicio')
  await dialog.getByRole('button', { name: 'Guardar tema' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Falla o falta de servicio').first()).toBeVisible()
  await expect(page.getByText(STORY)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Corregir el tema' })).toBeVisible()
})

test('DSH-01 DSH-02 las PQR abiertas están en el inicio del cliente y en el tablero del financiero', async ({
  page,
}) => {
  await fileAsClient(page, 'Sale en los tableros')
  await page.setViewportSize(PHONE)
  await signIn(page, 'client')
  await expect(page.getByRole('list', { name: 'Mis PQR abiertas' })).toContainText('respuesta máxima')
  await page.setViewportSize(DESK)
  await signIn(page, 'financial')
  const due = page.getByRole('list', { name: 'PQR que vencen primero' })
  await expect(due).toContainText(/días? hábil|Vence hoy/)
  await due.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/pqrResponse\/[\da-f-]{36}$/)
})

/** Files a case of the client of the demo by the API; with `hasContract` about the first contract in service. */
async function fileAsClient(page: Page, subject: string, { hasContract = false } = {}) {
  const signed = await page.request.post('/api/auth/login', {
    data: { username: ACCOUNTS.client, password: PASSWORD },
  })
  const { token } = (await signed.json()).data
  const headers = { authorization: `Bearer ${token}` }
  const contracts = await (await page.request.get('/api/contract?page=1', { headers })).json()
  const active = contracts.data.find((one: { status: string }) => one.status === 'active')
  const about = hasContract ? { no_contract: active.no_contract } : {}
  const filed = await page.request.post('/api/pqr', {
    data: { pqr: { type: 'queja', typology: 'calidad', subject, text: STORY, response_channel: 'portal', ...about } },
    headers,
  })
  const { data }: { data: { id: string; reference: string } } = await filed.json()
  expect(filed.status()).toBe(201)
  return data
}
