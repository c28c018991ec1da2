import { assertAccessible } from './axe.ts'
import { waitForInstallation } from './installed-app.ts'
import { openStep } from './report-form.ts'
import { expect, signIn, test } from './site.ts'

for (const [name, size] of [
  ['un computador', { width: 1280, height: 800 }],
  ['un celular', { width: 360, height: 740 }],
] as const) {
  test(`VIS-01 CON-08 desde ${name} la financiera le da día y técnico a una instalación, y después del plazo también el motivo`, async ({
    page,
  }) => {
    await page.setViewportSize(size)
    await signIn(page, 'financial')
    await page.goto('/visits')
    const waiting = page.getByRole('list', { name: 'Visitas por programar' })
    await expect(waiting).toBeVisible()
    await assertAccessible(page, 'visitas')
    await waiting
      .getByRole('button', { name: /^Programar: Instalación/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: /Programar visita|Cambiar la visita/ })
    await dialog.getByLabel('Día de la visita').fill('31/12/2030')
    await dialog.getByLabel('Hora').selectOption('tarde')
    await dialog.getByLabel('Técnico').selectOption({ label: 'Marcela Rincón' })
    const warning = dialog.getByText(/^El plazo para instalar venc.* el cliente puede terminar el contrato y se le/)
    await expect(warning).toBeVisible()
    await dialog.getByRole('button', { name: 'Programar visita' }).click()
    const reason = dialog.getByLabel('Por qué va después del plazo')
    await expect(reason).toHaveAccessibleDescription(/El plazo para instalar venc.* escribe por qué va ese día/)
    await expect(reason).toBeFocused()
    await assertAccessible(page, 'programar visita')
    await reason.fill('Nos pediste ese día')
    await dialog.getByRole('button', { name: 'Programar visita' }).click()
    await expect(page.getByText('Visita programada para el 31 de diciembre de 2030')).toBeVisible()
    await page.goto('/visits?semana=2030-12-31')
    await expect(page.getByRole('button', { name: /En la tarde.*Instalación/ }).first()).toBeVisible()
  })

  test(`DSH-04 desde ${name} el técnico ve su día, abre una visita y llega con el mapa`, async ({ page }) => {
    await page.setViewportSize(size)
    await signIn(page, 'technical')
    const today = page.getByRole('list', { name: 'Visitas de hoy' })
    await expect(today.getByRole('listitem').first()).toBeVisible()
    await expect(today.getByRole('link', { name: 'Cómo llegar' }).first()).toHaveAttribute('href', /google\.com\/maps/)
    await expect(today.getByRole('link', { name: /^Llamar a/ }).first()).toHaveAttribute('href', /^tel:\+57\d{10}$/)
    await expect(today.getByRole('link', { name: 'Iniciar acta' }).first()).toHaveAttribute(
      'href',
      /\/contracts\/proceeding\/create\/[\w.-]{60,}\/[\w.-]{60,}\?orden=[a-z_]+$/,
    )
    await assertAccessible(page, 'tu día')
    await today
      .getByRole('button', { name: /: (Cambio de equipo|Revisión)/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText('Qué ha pasado')).toBeVisible()
    await assertAccessible(page, 'una visita')
  })
}

test('DSH-04 en la semana cada visita cabe en su día, también con su plazo, en cada ancho', async ({ page }) => {
  await signIn(page, 'financial')
  await page.goto('/visits')
  const visits = page.locator('.week__visit')
  for (const width of [360, 768, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(visits.first()).toBeVisible()
    await expect(visits.filter({ hasText: 'El plazo' }).first()).toBeVisible()
    const wide = await visits.evaluateAll(
      (all) =>
        all.filter((one) =>
          [...one.querySelectorAll('*')].some(
            (part) => part.getBoundingClientRect().right > one.getBoundingClientRect().right,
          ),
        ).length,
    )
    expect([width, wide]).toEqual([width, 0])
    // The seven days are in view: no part of the week is beyond the edge.
    const hidden = await page
      .locator('.week__scroll')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
    expect([width, hidden]).toEqual([width, 0])
  }
})

test('DSH-04 VIS-02 el técnico lee su día sin conexión después de verlo una vez', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await signIn(page, 'technical')
  await expect(page.getByRole('list', { name: 'Visitas de hoy' })).toBeVisible()
  await waitForInstallation(page)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByText(/Lo último que viste, a las? /)).toBeVisible()
  await expect(
    page.getByRole('list', { name: 'Visitas de hoy' }).getByRole('link', { name: 'Cómo llegar' }).first(),
  ).toBeVisible()
  await page.getByRole('list', { name: 'Visitas de hoy' }).getByRole('button', { name: /^Ver/ }).first().click()
  await expect(page.getByRole('dialog').getByText('Dirección')).toBeVisible()
  await expect(page.getByText('No pudimos abrir esta pantalla')).toHaveCount(0)
  await context.close()
})

test('ACT-11 el técnico prepara desde Tu día sus visitas de cualquier tipo, sale a campo y llega a Contratos y al inicio sin conexión', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'allow', viewport: { width: 360, height: 740 } })
  const page = await context.newPage()
  await signIn(page, 'technical')
  const today = page.getByRole('list', { name: 'Visitas de hoy' })
  await expect(today).toBeVisible()
  await waitForInstallation(page)
  await page.getByRole('button', { name: 'Preparar para sin conexión' }).click()
  await expect(page.getByText(/\d+ contratos? listos? sin conexión/)).toBeVisible({ timeout: 30_000 })
  const report = today
    .getByRole('listitem')
    .filter({ hasText: 'Cambio de equipo' })
    .getByRole('link', { name: 'Iniciar acta' })
  await context.setOffline(true)
  await report.first().click()
  await expect(page.getByText(/^Contrato AF-/)).toBeVisible()
  // The report has the work order of the visit, and a reload returns to its step.
  await openStep(page, 'Orden y tecnología')
  await expect(page.getByRole('radio', { name: 'Cambio de equipo', exact: true })).toBeChecked()
  await expect(page.locator('.save-state').first()).toHaveText('Guardado en este teléfono')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Paso 2 de 8: Orden y tecnología' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Cambio de equipo', exact: true })).toBeChecked()
  await page.getByRole('link', { name: 'Volver a Contratos' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contratos' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('No pudimos abrir esta pantalla')).toHaveCount(0)
  await context.close()
})

test('VIS-03 el cliente ve en su inicio y en su contrato cuándo lo visitan', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'client')
  await expect(page.getByRole('list', { name: 'Tus próximas visitas' })).toContainText('Revisión técnica')
  await assertAccessible(page, 'inicio del cliente')
  await page.goto('/contracts/detail/AF-000005')
  // The journey of the profile changes the first name of this technician.
  await expect(page.getByRole('list', { name: 'Visitas del contrato' })).toContainText(/Va \S+ Caicedo/)
})

test('Redes: la cifra de suspendidos abre la lista de contratos con su filtro', async ({ page }) => {
  await signIn(page, 'network')
  await expect(page.locator('.figure', { hasText: 'Por reconectar' })).toBeVisible()
  await assertAccessible(page, 'tablero de redes')
  await page.locator('.figure').getByRole('link', { name: 'Suspendidos' }).click()
  await expect(page.getByRole('button', { name: 'Quitar el filtro Estado: Suspendido' })).toBeVisible()
})

test('VIS-01 FMT-01 después de un error, la hora que se elige con el teclado queda elegida', async ({ page }) => {
  await signIn(page, 'technical')
  await page.goto('/visits')
  await page.getByRole('button', { name: 'Nueva visita' }).click()
  const dialog = page.getByRole('dialog', { name: 'Nueva visita' })
  await dialog.getByRole('button', { name: 'Crear visita' }).click()
  await expect(dialog.getByLabel('Contrato')).toBeFocused()
  const slot = dialog.getByLabel('Hora', { exact: true })
  await expect(slot).toHaveValue('manana')
  // By the keyboard: the browser sends the two events of a select, and the page is drawn between them.
  await slot.focus()
  await page.keyboard.press('ArrowDown')
  await expect(slot).toHaveValue('tarde')
  await page.keyboard.press('ArrowDown')
  await expect(slot).toHaveValue('horas')
  await expect(dialog.getByLabel('Desde')).toBeVisible()
})
