import {
  Bell,
  Building2,
  CalendarDays,
  ChartColumn,
  CreditCard,
  FileBadge,
  FileSignature,
  FileText,
  FolderOpen,
  History,
  House,
  KeyRound,
  Layers,
  LogOut,
  type LucideIcon,
  MessageSquare,
  MessageSquareReply,
  Network,
  Plug,
  ReceiptText,
  UserCog,
  UserRound,
  Users,
} from 'lucide-react'
import type { MenuIcon } from './menu.ts'

const GLYPHS: Readonly<Record<MenuIcon, LucideIcon>> = {
  notificaciones: Bell,
  pqrManagement: MessageSquareReply,
  reportes: ChartColumn,
  bitacora: History,
  pqr: MessageSquare,
  facturas: FileText,
  contratos: FileSignature,
  usuarios: UserCog,
  pagos: CreditCard,
  clientes: Users,
  salir: LogOut,
  perfil: UserRound,
  empresas: Building2,
  dashboard: House,
  bucket: FolderOpen,
  facturasElectronicas: FileBadge,
  planes: Layers,
  transacciones: ReceiptText,
  integraciones: Plug,
  contrasena: KeyRound,
  red: Network,
  visitas: CalendarDays,
}

/** The icon of a menu entry, beside its label. */
export function MenuGlyph({ icon }: { icon: MenuIcon }) {
  const Glyph = GLYPHS[icon]
  return <Glyph size={20} strokeWidth={1.75} aria-hidden="true" />
}
