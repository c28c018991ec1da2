import type { Page } from '@playwright/test'
import { cancelEquipmentVisits, deskHeaders } from './desk.ts'
import { fileAsClient, STORY } from './filed-case.ts'
import { arrowTo, chooseByKeys, pressOn, tabTo, typeIn } from './keys.ts'
import { rowMenu } from './row-menu.ts'
import { expect, signIn, test } from './site.ts'

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Opens the queue with the keys, from any screen of the desk. */
async function openQueue(page: Page): Promise<void> {
  await expect(title(page, /./)).toBeFocused()
  // The code of the keys arrives after the screen.
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('q')
    await expect(page).toHaveURL(/\/pqrResponse$/, { timeout: 1_000 })
  }).toPass()
  await expect(title(page, 'Gestión de PQR')).toBeFocused()
}

/** Finds the cases of the queue with this text, and waits for one of them. */
async function findInQueue(page: Page, text: string): Promise<void> {
  await page.keyboard.press('/')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`q=${text}`))
}

test('PQR-02 PQR-03 PQR-04 PQR-05 PQR-07 solo con el teclado la mesa lleva un caso de la fila a la respuesta, y el cliente lo califica y recurre', async ({
  page,
}) => {
  await fileAsClient(page, 'Otra de la fila')
  const { id, reference, no_contract } = await fileAsClient(page, 'Todo con el teclado', { hasContract: true })
  // Another journey may have left a second contract in service, which is then the one of this case.
  await cancelEquipmentVisits(page, no_contract)
  await addTemplates(page, 'Aviso de la hora', 'Aviso de la llamada')

  await signIn(page, 'technical')
  await openQueue(page)
  const rows = page.locator('.pqr-queue tbody [data-case]')
  await expect(rows.nth(1)).toBeVisible()
  await page.keyboard.press('j')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows.nth(0)).toBeFocused()
  await findInQueue(page, reference)
  await expect(rows).toHaveCount(1)
  await pressOn(page, rows)
  await expect(page).toHaveURL(new RegExp(id))
  const subject = title(page, 'Todo con el teclado')
  await expect(subject).toBeFocused()

  // The button goes away when the case is taken: the focus is on the title of the case.
  await pressOn(page, page.getByRole('button', { name: 'Tomar' }))
  await expect(page.getByText('En trámite').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tomar' })).toHaveCount(0)
  await expect(subject).toBeFocused()

  await chooseByKeys(page, 'Asignar a otra persona', reference)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Space')
  await pressOn(page, dialog.getByRole('button', { name: 'Asignar', exact: true }))
  await expect(page.getByText(/^La tiene /)).toBeVisible()
  const menu = rowMenu(page, reference)
  await expect(menu).toBeFocused()

  await pressOn(page, page.getByRole('button', { name: 'Nota interna' }))
  const note = page.getByRole('textbox', { name: 'Nota interna' })
  await typeIn(page, note, 'El técnico confirma que no fue')
  await pressOn(page, page.getByRole('button', { name: 'Guardar nota' }))
  await expect(page.getByText('Nota interna, solo la ve el equipo')).toBeVisible()
  await expect(note).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Guardar nota' })).toBeFocused()

  // From the last control Tab starts again at the first one of the page.
  await pressOn(page, page.getByRole('button', { name: 'Mensaje al cliente' }))
  const templates = page.getByLabel('Plantilla')
  await tabTo(page, templates)
  await arrowTo(page, templates, 'Aviso de la llamada')
  const message = page.getByRole('textbox', { name: 'Mensaje al cliente' })
  await expect(message).toHaveValue(`Aviso de la llamada: su caso ${reference}.`)
  await typeIn(page, message, 'Le escribimos hoy. ')
  await pressOn(page, page.getByRole('button', { name: 'Enviar al cliente' }))
  await expect(page.getByText(`su caso ${reference}.`).first()).toBeVisible()
  await expect(message).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Enviar al cliente' })).toBeFocused()

  await chooseByKeys(page, 'Pedir más datos', reference)
  await expect(dialog.getByLabel('Qué datos necesitas')).toBeFocused()
  await page.keyboard.type('Una foto del equipo, por favor.')
  await pressOn(page, dialog.getByRole('button', { name: 'Pedir los datos' }))
  await expect(dialog).toHaveCount(0)
  await expect(menu).toBeFocused()
  await expect(page.getByText('Una foto del equipo, por favor.')).toBeVisible()

  await chooseByKeys(page, 'Ampliar el plazo', reference)
  await expect(dialog.getByLabel('Qué pruebas faltan y por qué')).toBeFocused()
  await page.keyboard.type('Falta el informe del proveedor.')
  await pressOn(page, dialog.getByRole('button', { name: 'Ampliar el plazo' }))
  await expect(dialog).toHaveCount(0)
  await expect(menu).toBeFocused()
  await expect(page.getByText('Falta el informe del proveedor.')).toBeVisible()

  await chooseByKeys(page, 'Programar una visita', reference)
  await arrowTo(page, dialog.getByLabel('Tipo de visita'), 'Cambio de equipo')
  await typeIn(page, dialog.getByLabel('Día de la visita'), '31/12/2030')
  await tabTo(page, dialog.getByLabel('Técnico'))
  await page.keyboard.press('ArrowDown')
  await pressOn(page, dialog.getByRole('button', { name: 'Programar visita' }))
  await expect(dialog).toHaveCount(0)
  await expect(menu).toBeFocused()
  const visits = page.getByRole('list', { name: 'Visitas de la PQR' })
  await expect(visits).toContainText(/Cambio de equipo.*Va .*Programada/)

  await answerByKeys(page, 'La visita no se hizo: va el 31 de diciembre.')
  await expect(page.getByText('Respondida').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Responder', exact: true })).toHaveCount(0)
  await expect(subject).toBeFocused()
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    chooseByKeys(page, 'Descargar la respuesta', reference),
  ])
  expect(pdf.suggestedFilename()).toMatch(/\.pdf$/)
  await expect(menu).toBeFocused()

  await signIn(page, 'client')
  await expect(title(page, /^Hola, /)).toBeFocused()
  await pressOn(page, page.getByRole('link', { name: 'Mis PQR', exact: true }))
  await expect(title(page, 'Mis PQR')).toBeFocused()
  await pressOn(page, page.getByRole('link', { name: 'Todo con el teclado' }))
  await expect(subject).toBeFocused()
  await expect(page.getByText('La visita no se hizo: va el 31 de diciembre.')).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: '2, Mal' }))
  await expect(page.getByText('2 de 5, mal.')).toBeVisible()
  // The five buttons go away: the focus is on the title of what they became.
  await expect(page.getByRole('heading', { name: 'Tu calificación' })).toBeFocused()
  await pressOn(page, page.getByRole('button', { name: 'Interponer recurso' }))
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Space')
  await typeIn(page, dialog.getByLabel('Por qué no estás de acuerdo'), 'También perdí un día de trabajo esperando.')
  await pressOn(page, dialog.getByRole('button', { name: 'Interponer recurso' }))
  await expect(page.getByText('En recurso').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Interponer recurso' })).toHaveCount(0)
  await expect(subject).toBeFocused()
})

test('PQR-02 PQR-03 quien toma con el teclado las que nadie tiene sigue en su lugar de la fila, y quita una plantilla sin perder el suyo', async ({
  page,
}) => {
  for (const subject of ['Fila uno', 'Fila dos', 'Fila tres']) await fileAsClient(page, `Nadie la tiene. ${subject}`)
  await addTemplates(page, 'Plantilla de sobra', 'Plantilla que queda')
  await signIn(page, 'technical')
  await openQueue(page)
  await findInQueue(page, 'Nadie')
  const assignee = page.getByRole('combobox', { name: 'Responsable' })
  await tabTo(page, assignee)
  await arrowTo(page, assignee, 'Sin asignar')
  const rows = page.locator('.pqr-queue tbody [data-case]')
  await expect(rows).toHaveCount(3)
  const [, second = '', third = ''] = await rows.allInnerTexts()
  await tabTo(page, rows.nth(1))
  await page.keyboard.press('t')
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('link', { name: second })).toHaveCount(0)
  await expect(page.getByRole('link', { name: third })).toBeFocused()

  await pressOn(page, page.getByRole('link', { name: 'Plantillas' }))
  await expect(title(page, 'Plantillas de respuesta')).toBeFocused()
  await pressOn(page, page.getByRole('button', { name: 'Quitar Plantilla de sobra' }))
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await pressOn(page, page.getByRole('button', { name: 'Quitar plantilla', exact: true }))
  await expect(page.getByRole('button', { name: 'Quitar Plantilla de sobra' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 2, name: 'Plantillas' })).toBeFocused()
})

test('PQR-01 solo con el teclado el cliente escribe su PQR, la corrige después de revisarla y la radica', async ({
  page,
}) => {
  await signIn(page, 'client')
  await expect(title(page, /^Hola, /)).toBeFocused()
  await pressOn(page, page.getByRole('link', { name: 'Mis PQR', exact: true }))
  await expect(title(page, 'Mis PQR')).toBeFocused()
  await pressOn(page, page.getByRole('link', { name: 'Nueva PQR' }))
  await expect(title(page, 'Nueva PQR')).toBeFocused()
  await tabTo(page, page.getByRole('radio', { name: /^Petición/ }))
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  const complaint = page.getByRole('radio', { name: /^Queja o reclamo/ })
  await expect(complaint).toBeChecked()
  const subjectMatter = page.getByLabel('Tema')
  await tabTo(page, subjectMatter)
  await arrowTo(page, subjectMatter, 'Atención al usuario')
  await typeIn(page, page.getByLabel('Asunto'), 'Nadie contesta el teléfono')
  await typeIn(page, page.getByLabel('Cuéntanos qué pasó'), 'Corto')
  await pressOn(page, page.getByRole('button', { name: 'Continuar' }))
  await expect(page.getByLabel('Cuéntanos qué pasó')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(STORY)
  await pressOn(page, page.getByRole('button', { name: 'Continuar' }))
  await expect(page.getByRole('heading', { name: 'Revisa antes de radicar' })).toBeFocused()
  await pressOn(page, page.getByRole('button', { name: 'Corregir' }))
  await expect(complaint).toBeFocused()
  await expect(complaint).toBeChecked()
  await pressOn(page, page.getByRole('button', { name: 'Continuar' }))
  await pressOn(page, page.getByRole('button', { name: 'Radicar' }))
  await expect(title(page, 'Tu PQR quedó radicada')).toBeFocused()
  await pressOn(page, page.getByRole('link', { name: 'Ver mi caso' }))
  await expect(title(page, 'Nadie contesta el teléfono')).toBeFocused()
})

test('PQR-01 PQR-02 solo con el teclado la mesa radica por quien no es cliente', async ({ page }) => {
  await signIn(page, 'technical')
  await openQueue(page)
  // In the first second of the page a key is not the second one of G and N.
  await page.evaluate(() => {
    const key = new KeyboardEvent('keydown', { key: 'n', bubbles: true, cancelable: true })
    Object.defineProperty(key, 'timeStamp', { value: 900 })
    document.body.dispatchEvent(key)
  })
  await expect(title(page, 'Radicar por un cliente')).toBeFocused()
  const notClient = page.getByRole('radio', { name: /^No es cliente/ })
  await tabTo(page, page.getByRole('radio', { checked: true }).first())
  await page.keyboard.press('ArrowDown')
  await expect(notClient).toBeChecked()
  await typeIn(page, page.getByLabel('Nombre completo'), 'Julia Peña')
  await typeIn(page, page.getByLabel('Número de documento'), '52345680')
  await tabTo(page, page.getByRole('radio', { name: /^Petición/ }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByLabel('Tema'))
  await arrowTo(page, page.getByLabel('Tema'), 'Atención al usuario')
  await typeIn(page, page.getByLabel('Asunto'), 'Pide el horario de la oficina')
  await typeIn(page, page.getByLabel('Qué pasó, en sus palabras'), STORY)
  await pressOn(page, page.getByRole('button', { name: 'Radicar' }))
  await expect(page.getByRole('textbox', { name: 'Correo' })).toBeFocused()
  await page.keyboard.type('julia@correo.test')
  await pressOn(page, page.getByRole('button', { name: 'Radicar' }))
  await expect(title(page, 'La PQR quedó radicada')).toBeFocused()
  await pressOn(page, page.getByRole('link', { name: 'Ver el caso' }))
  await expect(title(page, 'Pide el horario de la oficina')).toBeFocused()
})

/** Writes the answer, reads it as the client will, goes back once, and sends it. */
async function answerByKeys(page: Page, text: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await pressOn(page, page.getByRole('button', { name: 'Responder', exact: true }))
  const inFavour = dialog.getByRole('radio').first()
  await expect(inFavour).toBeFocused()
  await page.keyboard.press('Space')
  await typeIn(page, dialog.getByLabel('Respuesta', { exact: true }), text)
  await pressOn(page, dialog.getByRole('button', { name: 'Ver cómo queda' }))
  // A second Enter does not send an unread answer.
  const preview = dialog.getByRole('region', { name: 'La respuesta como la lee el cliente' })
  await expect(preview).toBeFocused()
  await page.keyboard.press('Enter')
  await pressOn(page, dialog.getByRole('button', { name: 'Corregir' }))
  await expect(inFavour).toBeFocused()
  await pressOn(page, dialog.getByRole('button', { name: 'Ver cómo queda' }))
  await expect(preview).toBeFocused()
  await pressOn(page, dialog.getByRole('button', { name: 'Enviar la respuesta' }))
  await expect(dialog).toHaveCount(0)
}

/** Adds templates of any subject; each text begins with its name and has the number of the case. */
async function addTemplates(page: Page, ...names: string[]): Promise<void> {
  const headers = await deskHeaders(page.request)
  for (const name of names) {
    const template = { name, text: `${name}: su caso {{radicado}}.` }
    const made = await page.request.post('/api/pqr/template', { data: { template }, headers })
    expect(made.ok(), await made.text()).toBe(true)
  }
}
