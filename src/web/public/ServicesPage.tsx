import { Article, type Section } from './Article.tsx'

const SECTIONS: readonly Section[] = [
  {
    title: 'Facturación',
    paragraphs: [
      'Planes, contratos y cargos se convierten en facturas con su IVA: exento en estratos 1 y 2, excluido en estrato 3, y gravado en los demás y en empresas.',
      'Antes de emitir ves cuántas facturas son, por cuánto, y qué contratos quedan por fuera y por qué. Si algo se corta a la mitad, se retoma sin repetir ninguna.',
    ],
  },
  {
    title: 'Recaudo',
    paragraphs: [
      'Tus clientes pagan con Nequi, PSE, Botón Bancolombia, tarjeta o en efectivo en un corresponsal, desde su portal. También registras efectivo, consignaciones y transferencias, con retenciones cuando el cliente es una empresa.',
      'El dinero llega a la cuenta de tu pasarela de pagos: Enlace nunca lo recibe.',
    ],
  },
  {
    title: 'Contratos y actas',
    paragraphs: [
      'El contrato único de servicios fijos se llena, se firma en pantalla y se conserva con la prueba de la firma.',
      'El acta de conectividad se diligencia en terreno, con pruebas de velocidad, fotos y firmas, aunque no haya señal.',
    ],
  },
  {
    title: 'Atención al usuario',
    paragraphs: [
      'Peticiones, quejas y recursos con su número, su constancia y su plazo en días hábiles. Cada respuesta queda guardada con su fecha.',
    ],
  },
  {
    title: 'Portal del cliente',
    paragraphs: [
      'Saldo, facturas, pagos, contrato y solicitudes en una página liviana que abre bien en un celular de gama baja.',
    ],
  },
]

/** Servicios. */
export function ServicesPage() {
  return (
    <Article
      title="Servicios"
      lead="Todo lo que pasa entre vender un plan y tener la cartera al día."
      sections={SECTIONS}
    />
  )
}
