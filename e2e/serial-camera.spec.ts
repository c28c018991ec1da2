import { FORM, openStep, PHONE } from './report-form.ts'
import { expect, signIn, test } from './site.ts'

for (const canScan of [false, true])
  test(`ACT-12 en el acta ${canScan ? 'un navegador que lee códigos ofrece la cámara' : 'un navegador que no lee códigos con la cámara lo dice, y el serial se escribe'}`, async ({
    page,
  }) => {
    await page.addInitScript((has) => {
      if (has) Object.assign(window, { BarcodeDetector: () => undefined })
      else Reflect.deleteProperty(window, 'BarcodeDetector')
    }, canScan)
    await page.setViewportSize(PHONE)
    await signIn(page, 'technical')
    await page.goto(FORM)
    await openStep(page, 'Evidencias')
    await page.getByRole('button', { name: 'Agregar equipo' }).click()
    const hint = page.getByText('Este navegador no lee códigos con la cámara: escribe el serial')
    await expect(hint).toHaveCount(canScan ? 0 : 1)
    await expect(page.getByRole('button', { name: 'Leer con la cámara' })).toHaveCount(canScan ? 1 : 0)
    const serial = page.getByLabel('Serial')
    await serial.fill('ZTEG00000016')
    await expect(serial).toHaveValue('ZTEG00000016')
  })
