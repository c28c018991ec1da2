import type { Page } from '@playwright/test'
import { expect, signIn, test } from './site.ts'

const PHONE = { width: 360, height: 740 }
/** The client of the demo, who already has a contract and signs a second one. */
const HOLDER = { identification: '526828598', name: 'Yenny Bohórquez' }

test('CON-01 CON-02 CON-03 un contrato va del borrador al retiro: se crea, lo firma su titular en el celular, se instala, se retira y el retiro se anula', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await signIn(page, 'financial')
  const no = await createContract(page)
  await editAddress(page)
  await logOut(page)

  await page.setViewportSize(PHONE)
  await signIn(page, 'client')
  await signOnPhone(page, no)
  await logOut(page)

  await page.setViewportSize({ width: 1280, height: 820 })
  await signIn(page, 'technical')
  await install(page, no)
  await logOut(page)

  await signIn(page, 'financial')
  await page.goto(`/contracts/detail/${no}`)
  await changePlan(page)
  await cutAndReconnect(page)
  await retire(page, no)
})

test('CON-03 sin dibujar, la financiera completa un contrato con el nombre escrito, solo con teclado', async ({
  page,
}) => {
  await signIn(page, 'financial')
  const no = await createContract(page)
  await page.getByRole('button', { name: 'Completar Contrato' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Nombre completo de quien firma').focus()
  await page.keyboard.type(HOLDER.name)
  await page.keyboard.press('Tab')
  await page.keyboard.type(HOLDER.identification)
  await page.getByLabel('No puedo dibujar: firmo con mi nombre escrito').press('Space')
  await expect(page.getByText('El nombre que escribiste arriba vale como tu firma.')).toBeVisible()
  await page.getByRole('button', { name: 'Firmar contrato' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Contrato ${no}` })).toBeVisible()
  await expect(page.locator('.badge', { hasText: 'Pendiente de instalación' })).toBeVisible()

  await step(page, 'Anular')
  const cancel = page.getByRole('dialog', { name: `Anular ${no}` })
  await cancel.getByRole('button', { name: 'Anular el contrato' }).click()
  await expect(cancel.getByText('Escribe el motivo').first()).toBeVisible()
  await cancel.getByLabel('Motivo').fill('Se mudó antes de instalar')
  await cancel.getByRole('button', { name: 'Anular el contrato' }).click()
  await expect(page.locator('.badge', { hasText: 'Anulado' })).toBeVisible()
  await expect(page.getByText('Motivo: Se mudó antes de instalar')).toBeVisible()
  await page.goto(`/contracts/complete/${no}`)
  await expect(page.getByText('El contrato está anulado')).toBeVisible()
})

test('CON-01 la lista busca sin acentos, filtra por estado y dice por qué algo no se puede hacer', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/contracts')
  await page.getByRole('searchbox').fill('yenny bohorquez')
  await expect(page.getByRole('row', { name: /Yenny Bohórquez/ }).first()).toBeVisible()
  await page.goto('/contracts?status=terminated')
  await expect(page.locator('tbody .badge').first()).toContainText('Retirado')
  await page
    .getByRole('button', { name: /^Acciones de AF-/ })
    .first()
    .click()
  await expect(page.getByRole('menuitem', { name: /Completar Contrato/ })).toContainText('El contrato ya terminó')
  await page.keyboard.press('Escape')
  await page.goto('/contracts?q=nadie-se-llama-asi')
  await expect(page.getByRole('button', { name: 'Limpiar filtros' })).toBeVisible()
  await page.goto('/contracts/detail/AF-999999')
  await expect(page.getByText('No encontramos ese contrato')).toBeVisible()
})

async function createContract(page: Page): Promise<string> {
  await page.goto('/contracts')
  await page.getByRole('button', { name: 'Crear contrato' }).click()
  const holder = page.getByRole('dialog', { name: 'Crear contrato' })
  const picker = holder.getByRole('combobox', { name: 'Cliente' })
  await picker.fill('99.999.999')
  await expect(holder.getByText('No encontramos «99.999.999»')).toBeVisible()
  await picker.fill('526.828.598')
  await holder.getByRole('option', { name: new RegExp(HOLDER.name) }).click()
  const dialog = page.getByRole('dialog', { name: `Contrato de ${HOLDER.name}` })
  await dialog.getByRole('button', { name: 'Crear contrato' }).click()
  await expect(dialog.getByText('Elige el plan').first()).toBeVisible()
  await dialog.getByLabel('Plan').selectOption({ label: 'Hogar 100 · $ 79,900' })
  await dialog.getByLabel('Cargo de conexión').fill('100000')
  await dialog.getByLabel('Valor descontado').fill('120000')
  await dialog.getByRole('button', { name: 'Crear contrato' }).click()
  await expect(
    dialog.getByText('El valor descontado no puede ser mayor que el costo de conexión').first(),
  ).toBeVisible()
  await dialog.getByLabel('Valor descontado').fill('60000')
  await dialog.getByRole('button', { name: 'Crear contrato' }).click()
  const title = page.getByRole('heading', { level: 1, name: /^Contrato AF-\d{6}$/ })
  await expect(title).toBeVisible()
  await expect(page.locator('.badge', { hasText: 'Borrador' })).toBeVisible()
  return ((await title.textContent()) ?? '').replace('Contrato ', '')
}

/** Opens a step from the menu of the contract's page. */
async function step(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Acciones de AF-/ }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function editAddress(page: Page): Promise<void> {
  await step(page, 'Editar')
  const dialog = page.getByRole('dialog', { name: /^Editar AF-/ })
  await dialog.getByLabel('Dirección del servicio').fill('Carrera 70 # 45-12 Apto 301')
  await dialog.getByLabel('Latitud (opcional)').fill('6.25184')
  await dialog.getByLabel('Longitud (opcional)').fill('-75.56359')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Carrera 70 # 45-12 Apto 301')).toBeVisible()
  await expect(page.getByText('6.25184, -75.56359')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cómo llegar' })).toHaveAttribute('href', /6\.25184/)
}

async function signOnPhone(page: Page, no: string): Promise<void> {
  await page.goto('/contracts')
  await page.getByRole('link', { name: no }).click()
  await page.getByRole('button', { name: 'Completar Contrato' }).click()
  await expect(page.getByRole('heading', { name: /^Condiciones comerciales/ })).toBeVisible()
  await nothingMovesAtTheEnd(page)
  await expect(page.getByLabel('Acepto la cláusula de permanencia mínima')).not.toBeChecked()
  await page.getByRole('button', { name: 'Firmar contrato' }).click()
  await expect(page.getByText('Dibuja la firma').first()).toBeVisible()
  await page.getByLabel('Acepto la cláusula de permanencia mínima').check()
  await page.getByLabel('Nombre completo de quien firma').fill(HOLDER.name)
  await page.getByLabel('Número de documento').fill('111')
  await draw(page)
  // The phone is rotated in the middle of the signature, and the drawing is kept.
  await page.setViewportSize({ width: 740, height: 360 })
  await expect.poll(() => isInked(page)).toBe(true)
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Firmar contrato' }).click()
  await expect(page.getByText('El documento no es el del titular del contrato').first()).toBeVisible()
  expect(await isInked(page)).toBe(true)
  await page.getByLabel('Número de documento').fill('526.828.598')
  await page.getByRole('button', { name: 'Firmar contrato' }).click()
  await expect(page.locator('.badge', { hasText: 'Pendiente de instalación' })).toBeVisible()
  await expect(page.getByText('Terminar hoy cuesta')).toBeVisible()
}

/** The bar that leads to the signature goes when that is in view: a button under the finger stays where it is. */
async function nothingMovesAtTheEnd(page: Page): Promise<void> {
  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight)
  const next = page.getByRole('button', { name: 'Siguiente: firmar' })
  await expect(next).toBeVisible()
  const height = await heightOf()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(next).toBeHidden()
  expect(await heightOf()).toBe(height)
}

async function draw(page: Page): Promise<void> {
  const pad = page.locator('#signature')
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error('no pad')
  await page.mouse.move(box.x + 40, box.y + 120)
  await page.mouse.down()
  for (let x = 0; x < 12; x += 1) await page.mouse.move(box.x + 40 + x * 16, box.y + 90 + (x % 2) * 40, { steps: 3 })
  await page.mouse.up()
}

const isInked = (page: Page): Promise<boolean> =>
  page.locator('#signature').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return pixels.some((value) => value !== 0)
  })

async function install(page: Page, no: string): Promise<void> {
  await page.goto(`/contracts/detail/${no}`)
  await step(page, 'Programar visita')
  const visit = page.getByRole('dialog', { name: 'Programar visita' })
  await visit.getByLabel('Día de la visita').fill('01/01/2020')
  await visit.getByLabel('Técnico').selectOption({ label: 'Julián Caicedo' })
  await visit.getByRole('button', { name: 'Programar visita' }).click()
  await expect(visit.getByText('La visita no puede quedar en un día que ya pasó').first()).toBeVisible()
  await visit.getByLabel('Día de la visita').fill('31/12/2030')
  await visit.getByLabel('Por qué va después del plazo').fill('Nos pediste ese día')
  await visit.getByRole('button', { name: 'Programar visita' }).click()
  await expect(page.getByText('Visita el 31 de diciembre de 2030, Julián Caicedo')).toBeVisible()
  await page.getByRole('button', { name: 'Activar servicio' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activar servicio' }).click()
  await expect(page.locator('.badge', { hasText: 'Activo' })).toBeVisible()
  await expect(page.getByText('Instalado')).toBeVisible()
}

async function changePlan(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cambiar de plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar de plan' })
  await dialog.getByLabel('Plan nuevo').selectOption({ label: 'Hogar 200 · $ 99,900' })
  await expect(dialog.getByText(/Desde el .* paga \$ 99\.900,00 al mes/)).toBeVisible()
  await expect(dialog.getByLabel('Quién lo pidió')).toHaveValue(HOLDER.name)
  await dialog.getByRole('button', { name: 'Cambiar de plan' }).click()
  await expect(dialog.getByLabel('Por dónde lo pidió')).toHaveAccessibleDescription(/Elige por dónde lo pidió/)
  await dialog.getByLabel('Por dónde lo pidió').selectOption('Por teléfono')
  await dialog.getByRole('button', { name: 'Cambiar de plan' }).click()
  await expect(page.getByText(/pasa a Hogar 200 por \$ 99\.900,00 al mes/)).toBeVisible()
  await page.getByRole('link', { name: 'Leer el contrato' }).click()
  await expect(page.getByText(/Lo pidió Yenny Bohórquez el .*, por teléfono\. Registrado por la empresa/)).toBeVisible()
  await page.goBack()
}

async function cutAndReconnect(page: Page): Promise<void> {
  await step(page, 'Suspender')
  const cut = page.getByRole('dialog', { name: 'Suspender el servicio' })
  await expect(cut.getByText('No debe nada vencido: la reconexión no se le cobrará.')).toBeVisible()
  await cut.getByLabel('Motivo').fill('Factura vencida')
  await cut.getByRole('button', { name: 'Suspender' }).click()
  await expect(page.locator('.badge', { hasText: 'Suspendido' })).toBeVisible()
  await expect(page.getByText(/^Sin servicio desde el/)).toBeVisible()
  await page.getByRole('button', { name: 'Reconectar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reconectar' }).click()
  await expect(page.locator('.badge', { hasText: 'Activo' })).toBeVisible()
}

async function retire(page: Page, no: string): Promise<void> {
  await step(page, 'Registrar retiro')
  const dialog = page.getByRole('dialog', { name: 'Registrar retiro' })
  // The amount depends on the day: the clause is reduced by a twelfth each month.
  await expect(dialog.getByText(/Por la permanencia paga \$ (60|55)\.000,00/)).toBeVisible()
  await dialog.getByLabel('Motivo').fill('Se muda de ciudad')
  await dialog.getByRole('button', { name: 'Registrar retiro' }).click()
  await expect(page.getByText(/Retiro registrado: el último día de servicio es el/)).toBeVisible()
  await page.getByRole('button', { name: `Acciones de ${no}` }).click()
  await expect(page.getByRole('menuitem', { name: /Registrar retiro/ })).toContainText('Ya tiene un retiro registrado')
  await page.getByRole('menuitem', { name: 'Anular el retiro' }).click()
  const undoing = page.getByRole('dialog', { name: 'Anular el retiro' })
  await undoing.getByLabel('Motivo').fill('Cambió de opinión')
  await undoing.getByRole('button', { name: 'Anular el retiro' }).click()
  await expect(page.getByText(/^Retiro anulado: el contrato sigue/)).toBeVisible()
  await expect(page.getByText(/Retiro registrado: el último día/)).toBeHidden()
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
}
