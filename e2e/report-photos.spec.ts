import sharp from 'sharp'
import { assertAccessible } from './axe.ts'
import { FORM, openStep, PHONE } from './report-form.ts'
import { expect, signIn, test } from './site.ts'

const MEGABYTE = 1024 * 1024
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>document.title = "x"</script></svg>'

test('ACT-10 ACT-11 en el teléfono una foto de más de 40 MB, un PDF o un SVG con nombre de foto se dicen y no quedan; una grande queda pequeña', async ({
  page,
}) => {
  await page.setViewportSize(PHONE)
  await signIn(page, 'technical')
  await page.goto(FORM)
  await openStep(page, 'Evidencias')
  const take = (name: string, buffer: Buffer) =>
    page.getByLabel('Tomar foto 2').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
  const large = await sharp({
    create: {
      width: 4_000,
      height: 3_000,
      channels: 3,
      background: '#456',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer()

  await take('enorme.jpg', Buffer.concat([large, Buffer.alloc(41 * MEGABYTE - large.length)]))
  await expect(page.getByRole('alert').getByText('La foto pesa más de 40 MB')).toBeVisible()
  for (const [name, bytes] of [
    ['recibo.jpg', '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n'],
    ['plano.jpg', SVG],
    ['IMG_0001.HEIC', '\0\0\0\u0018ftypheic\0\0\0\0mif1heic'],
  ] as const) {
    await take(name, Buffer.from(bytes))
    await expect(page.getByRole('alert').getByText('Este teléfono no puede leer ese formato de foto')).toBeVisible()
    await expect(page.getByRole('img', { name: 'Foto 2' })).toHaveCount(0)
  }
  await assertAccessible(page, 'una foto que no se puede leer')

  await take('IMG_0002.jpg', Buffer.concat([large, Buffer.alloc(38 * MEGABYTE - large.length)]))
  await expect(page.getByRole('img', { name: 'Foto 2' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  const kept = Number(
    /(\d+) kB en este teléfono/.exec((await page.getByText('kB en este teléfono').textContent()) ?? '')?.[1],
  )
  expect(kept).toBeLessThanOrEqual(330)
  await page.reload()
  await openStep(page, 'Evidencias')
  await expect(page.getByRole('img', { name: 'Foto 2' })).toBeVisible()
})
