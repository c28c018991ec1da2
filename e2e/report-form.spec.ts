import type { Page } from '@playwright/test'
import { assertAccessible } from './axe.ts'
import { CONTRACT, draw, FORM, fillReport, openStep, PHONE, REPORTED, signReport } from './report-form.ts'
import { expect, signIn, test } from './site.ts'

const head = (page: Page) => page.locator('.save-state').first()
const description = (page: Page) => page.getByLabel('Descripción de la actividad')

test('ACT-11 el formulario avisa cuando la hora del teléfono difiere de la del servidor en más de 10 minutos', async ({
  page,
}) => {
  let minutes = 0
  await page.route('**/api/installation-log/*/visit**', async (route) => {
    const answer = await route.fetch()
    const { data } = await answer.json()
    const now = new Date(Date.parse(data.now) + minutes * 60_000).toISOString()
    await route.fulfill({ response: answer, json: { data: { ...data, now } } })
  })
  await page.setViewportSize(PHONE)
  await signIn(page, 'technical')
  const warning = page.getByText('La hora de este teléfono no coincide con la del servidor.')
  await page.goto(FORM)
  await expect(page.getByText(`Contrato ${CONTRACT}`)).toBeVisible()
  await expect(warning).toHaveCount(0)
  minutes = 20
  await page.reload()
  await expect(warning).toBeVisible()
})

test('ACT-11 lo que falta sale con un enlace a cada dato: firma vacía y video con javascript: no se envían', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize(PHONE)
  await signIn(page, 'technical')
  await page.goto(FORM)
  await fillReport(page, { photos: 0 })
  await openStep(page, 'Evidencias')
  await page.getByLabel('URL del video (opcional)').fill('javascript:alert(1)')
  await openStep(page, 'Encuesta y firmas')
  await page.getByRole('button', { name: 'Enviar acta' }).click()
  await expect(page.getByRole('heading', { name: 'Faltan 6 datos para enviar' })).toBeVisible()
  await assertAccessible(page, 'faltantes')
  await page.getByRole('link', { name: 'Falta la firma del cliente' }).click()
  await expect(page.getByRole('button', { name: 'Pasarle el teléfono al cliente' })).toBeFocused()
  await page.getByRole('link', { name: /Por favor ingrese una URL válida/ }).click()
  await expect(page.getByLabel('URL del video (opcional)')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Paso 7 de 8: Evidencias' })).toBeVisible()
})

test('ACT-11 la vista del cliente solo se deja con Terminar, y cada pantalla cumple WCAG a 360 y 1280 px', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize(PHONE)
  await signIn(page, 'technical')
  await page.goto(FORM)
  await expect(head(page)).toHaveText('Guardado en este teléfono')
  for (const step of ['Datos', 'Orden', 'inicial', 'Pruebas', 'adicional', 'Visita', 'Evidencias', 'firmas']) {
    await openStep(page, step)
    await assertAccessible(page, `paso ${step}`)
  }
  await openStep(page, 'Evidencias')
  await page.getByRole('button', { name: 'Agregar equipo' }).click()
  await page.getByLabel('Serial', { exact: true }).fill('ZTEG0CAB1234')
  await openStep(page, 'firmas')
  await page.getByRole('button', { name: 'Pasarle el teléfono al cliente' }).click()
  const client = page.getByRole('dialog', { name: 'Revisa y firma tu acta' })
  // What is signed is shown before it: the equipment that the client keeps, and the speed that it pays.
  await expect(client.getByText('Se instaló: ZTEG0CAB1234')).toBeVisible()
  await expect(client.getByText('Velocidad contratada')).toBeVisible()
  await assertAccessible(page, 'vista del cliente')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.evaluate(() => history.back())
  await expect(client).toBeVisible()
  await client.getByRole('button', { name: 'Terminar' }).click()
  await expect(client).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('navigation', { name: 'Pasos del acta' })).toBeHidden()
  await assertAccessible(page, 'acta en el escritorio')
})

test('ACT-09 ACT-11 cambiar el acta después de la firma del cliente borra esa firma y lo dice; el video no', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize(PHONE)
  await signIn(page, 'technical')
  await page.goto(FORM)
  await fillReport(page, { photos: 0 })
  await openStep(page, 'Encuesta y firmas')
  const handOver = page.getByRole('button', { name: /Pasarle el teléfono al cliente|Volver a la vista del cliente/ })
  const client = page.getByRole('dialog', { name: 'Revisa y firma tu acta' })
  await handOver.click()
  await expect(client.getByText('98,8 / 49 Mb/s')).toBeVisible()
  await client.getByRole('button', { name: 'Terminar' }).click()
  await expect(page.getByText('El cliente terminó sin firmar.')).toBeVisible()
  await signReport(page)
  await openStep(page, 'Evidencias')
  await page.getByLabel('URL del video (opcional)').fill('https://video.test/a')
  await openStep(page, 'Encuesta y firmas')
  await expect(page.getByText('Firmada')).toBeVisible()
  await openStep(page, 'Estado inicial')
  await description(page).fill('Lo que el cliente no leyó')
  const removed = page.getByText('Cambiaste el acta después de que el cliente la firmó, y su firma se borró.')
  await expect(removed).toBeVisible()
  await expect(head(page)).toHaveText('Guardado en este teléfono')
  await page.reload()
  await openStep(page, 'Encuesta y firmas')
  await expect(page.getByText('Firmada')).toBeHidden()
  await expect(removed).toBeVisible()
  await page.getByRole('button', { name: 'Enviar acta' }).click()
  await expect(page.getByRole('link', { name: 'Falta la firma del cliente' })).toBeVisible()
  await handOver.click()
  await assertAccessible(page, 'vista del cliente con la firma borrada')
  await draw(page, 'signature_client_url')
  await client.getByRole('button', { name: 'Terminar' }).click()
  await expect(page.getByText('Firmada')).toBeVisible()
  await expect(removed).toBeHidden()
  // The technician cannot answer the survey for the client.
  await handOver.click()
  await client.getByRole('group').first().getByRole('radio', { name: 'Malo' }).check()
  await expect(client.getByText('El acta cambió después de la firma: fírmala otra vez')).toBeVisible()
  await client.getByRole('button', { name: 'Terminar' }).click()
  await expect(page.getByText('Firmada')).toBeHidden()
})

test('ACT-11 con el teléfono lleno se dice y no se pierde lo escrito; con espacio se guarda', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.addInitScript(() => {
    // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this`
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function full(...args) {
      if (document.documentElement.dataset['full'] === '') throw new DOMException('full', 'QuotaExceededError')
      return put.apply(this, args)
    }
  })
  await signIn(page, 'technical')
  await page.goto(FORM)
  await openStep(page, 'Estado inicial')
  await page.evaluate(() => (document.documentElement.dataset['full'] = ''))
  await description(page).fill('Con el teléfono lleno')
  await expect(page.getByText(/No hay espacio en este teléfono/)).toBeVisible()
  await expect(page.getByText('Guardado en este teléfono')).toBeHidden()
  await page.evaluate(() => delete document.documentElement.dataset['full'])
  await description(page).fill('Con espacio otra vez')
  await expect(head(page)).toHaveText('Guardado en este teléfono')
  await expect(page.getByText(/No hay espacio en este teléfono/)).toBeHidden()
  await page.reload()
  // The form opens in the step where it was, and the address names nothing of it.
  await expect(page.getByRole('heading', { name: 'Paso 3 de 8: Estado inicial' })).toBeVisible()
  await expect(description(page)).toHaveValue('Con espacio otra vez')
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect(head(page)).toHaveText('Guardado en este teléfono')
  await page.goto('/contracts/proceeding')
  await page.getByRole('link', { name: new RegExp(CONTRACT) }).click()
  await expect(page.getByRole('heading', { name: 'Paso 4 de 8: Pruebas de velocidad' })).toBeVisible()
})

test('ACT-11 con el reloj del teléfono un día adelantado el acta se envía y queda en el día del servidor', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize(PHONE)
  await page.clock.setSystemTime(Date.now() + 86_400_000)
  await signIn(page, 'technical')
  await page.goto(REPORTED.dated.form)
  await fillReport(page, { photos: 0 })
  await signReport(page)
  await page.getByRole('button', { name: 'Enviar acta' }).click()
  await page.getByRole('link', { name: 'Ver acta' }).click({ timeout: 30_000 })
  await expect(page.getByText('El reloj del teléfono no estaba bien en la visita.')).toBeVisible()
})

test('ACT-11 una actualización de la aplicación con el acta abierta no la borra; en otra pestaña avisa', async ({
  page,
  context,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(page, 'technical')
  await page.goto(FORM)
  await openStep(page, 'Estado inicial')
  await description(page).fill('Antes de actualizar')
  await expect(head(page)).toHaveText('Guardado en este teléfono')
  let isOld = true
  await page.route(/\/assets\/ContractsPage-[^/]*\.js$/, (route) =>
    isOld ? route.fulfill({ status: 404, body: '{}' }) : route.continue(),
  )
  page.on('domcontentloaded', () => (isOld = false))
  await page.getByRole('link', { name: 'Volver a Contratos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contratos' })).toBeVisible()
  await page.goto(FORM)
  await openStep(page, 'Estado inicial')
  await expect(description(page)).toHaveValue('Antes de actualizar')
  const other = await context.newPage()
  await other.goto(FORM)
  await expect(page.getByText(/también está abierta en otra pestaña/)).toBeVisible()
  await expect(other.getByText(/también está abierta en otra pestaña/)).toBeVisible()
})

test('ACT-11 en un computador el acta se llena y se firma solo con teclado', async ({ page }) => {
  test.setTimeout(90_000)
  await signIn(page, 'financial')
  await page.goto(REPORTED.typed.form)
  const choose = async (name: string): Promise<void> => {
    await page.getByRole('radio', { name, exact: true }).first().focus()
    await page.keyboard.press('Space')
  }
  await choose('Retiro')
  await choose('Radio-Enlace')
  await description(page).focus()
  await page.keyboard.type('Se retiró la antena')
  for (const question of ['¿El servicio cubre todo el predio?', '¿La visita se acordó con el cliente?']) {
    await page.getByRole('group', { name: question }).getByRole('radio', { name: 'Sí' }).focus()
    await page.keyboard.press('Space')
  }
  await page.getByRole('button', { name: 'Pasarle el teléfono al cliente' }).press('Enter')
  const client = page.getByRole('dialog', { name: 'Revisa y firma tu acta' })
  for (const question of await client.getByRole('group').all()) {
    await question.getByRole('radio', { name: 'Bueno' }).focus()
    await page.keyboard.press('Space')
  }
  await client.getByLabel('No puedo dibujar: firmo con mi nombre escrito').press('Space')
  await client.getByLabel('Firma del cliente: nombre completo').focus()
  await page.keyboard.type('Yenny Bohórquez')
  await client.getByRole('button', { name: 'Terminar' }).press('Enter')
  await page.getByLabel('No puedo dibujar: firmo con mi nombre escrito').press('Space')
  await page.getByLabel('Tu firma: nombre completo').focus()
  await page.keyboard.type('Laura Pinzón')
  await expect(page.getByText(/para enviar$/)).toBeHidden()
  await page.getByRole('button', { name: 'Enviar acta' }).press('Enter')
  await expect(head(page)).toHaveText('Enviado', { timeout: 30_000 })
})
