import { Article, type Section } from './Article.tsx'

const SECTIONS: readonly Section[] = [
  {
    title: 'Qué hacemos',
    paragraphs: [
      'Enlace es la plataforma con la que proveedores de internet de Colombia facturan, reciben pagos, firman contratos y responden a sus clientes.',
      'Nació de ver lo mismo en muchos municipios: redes bien montadas por gente que conoce su barrio, y un archivo de Excel sosteniendo toda la cartera.',
    ],
  },
  {
    title: 'Para quién trabajamos',
    paragraphs: [
      'Para la persona que cobra: que un mes completo se facture en segundos y que cada peso tenga explicación.',
      'Para quien instala: que el acta no se pierda porque en la vereda no hay señal.',
      'Para quien paga: que desde un celular sencillo se vea cuánto se debe, se pague y quede el recibo.',
    ],
  },
  {
    title: 'Cómo trabajamos',
    paragraphs: [
      'La ley va por dentro: el IVA según el estrato, los plazos de las PQR, los horarios para cobrar y los topes vigentes salen de una tabla con fecha y norma, no de la memoria de alguien.',
      'Los datos de cada empresa están separados de los de las demás en la propia base de datos, y cada cambio queda anotado con quién lo hizo y cuándo.',
    ],
  },
  {
    title: 'Quién te presta el servicio de internet',
    paragraphs: [
      'Enlace no vende internet. Tu contrato es con tu proveedor: su nombre, su NIT y sus canales de atención están en tu factura y en tu portal.',
    ],
  },
]

/** Sobre Nosotros. */
export function AboutPage() {
  return (
    <Article
      title="Sobre Nosotros"
      lead="Una plataforma colombiana para que cobrar y atender sea la parte fácil."
      sections={SECTIONS}
    />
  )
}
