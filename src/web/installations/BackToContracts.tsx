import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'

export const BackToContracts = () => (
  <Link to={paths.contracts} className="back-link" aria-label="Volver a Contratos">
    <ArrowLeft size={18} aria-hidden="true" /> Contratos
  </Link>
)
