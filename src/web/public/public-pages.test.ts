import { expect, test } from 'vitest'
import { FOOTER_LINKS } from './contact.ts'
import { FAQ } from './faq-texts.ts'
import { PRIVACY, TERMS } from './legal-texts.ts'
import { NOT_FOUND } from './NotFoundPage.tsx'

test('RTE-01 el pie público lleva a las seis páginas con sus palabras exactas', () => {
  expect(FOOTER_LINKS.map(({ label, path }) => `${label} ${path}`)).toEqual([
    'Sobre Nosotros /about',
    'Servicios /services',
    'Especialidades /specialties',
    'Términos y Condiciones /terms',
    'Política de Privacidad /privacy',
    'Preguntas Frecuentes /faq',
  ])
})

test('ERR-04 la página 404 dice lo que debe decir', () => {
  expect(Object.values(NOT_FOUND)).toEqual([
    'Página no encontrada',
    'Lo sentimos, no pudimos encontrar la página que estás buscando.',
    'Volver al inicio',
    'Contactar soporte',
  ])
})

test('PUB-02 las preguntas frecuentes tienen cinco grupos y cada respuesta dice qué hacer', () => {
  expect(FAQ.map((group) => group.title)).toEqual([
    'Pagos',
    'Servicio lento',
    'Suspensión y reconexión',
    'Traslado y retiro',
    'PQR',
  ])
  for (const { question, answer, action } of FAQ.flatMap((group) => group.questions)) {
    expect([question, answer.length > 40, action.path.startsWith('/')]).toEqual([question, true, true])
  }
})

test('PUB-02 PAY-02 las preguntas frecuentes no nombran un medio de pago, que cada empresa tiene los suyos', () => {
  for (const { answer } of FAQ.flatMap((group) => group.questions)) expect(answer).not.toMatch(/Nequi|PSE|Bancolombia/)
})

test('PUB-02 los textos legales tratan de usted y no de tú', () => {
  for (const { title, paragraphs } of [...TERMS, ...PRIVACY]) {
    expect(paragraphs.length, title).toBeGreaterThan(0)
    expect(paragraphs.join(' ')).not.toMatch(/\b(tu|tus|tienes|puedes|escribe|mira)\b/i)
  }
})
