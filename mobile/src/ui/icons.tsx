import type { ReactNode } from 'react';

interface IconProps {
  /** For the current tab: parts of the icon are filled with the brand colour. */
  filled?: boolean;
  size?: number;
}

function Icon({ children, size = 24 }: { children: ReactNode; size?: number | undefined }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

const accent = (filled?: boolean) => ({ stroke: filled ? 'var(--brand)' : 'currentColor', fill: filled ? 'var(--brand-tint)' : 'none' });

export const HomeIcon = ({ filled, size }: IconProps) => (
  <Icon size={size}>
    <path d="M4 10.8 12 4l8 6.8V19a1.2 1.2 0 0 1-1.2 1.2H5.2A1.2 1.2 0 0 1 4 19z" {...accent(filled)} />
    <path d="M9.5 20v-5.4h5V20" {...accent(filled)} />
  </Icon>
);
export const LoanIcon = ({ filled, size }: IconProps) => (
  <Icon size={size}>
    <ellipse cx="12" cy="6.6" rx="7.2" ry="2.8" {...accent(filled)} />
    <path d="M4.8 6.6v5.2c0 1.5 3.2 2.8 7.2 2.8s7.2-1.3 7.2-2.8V6.6M4.8 11.8V17c0 1.5 3.2 2.8 7.2 2.8s7.2-1.3 7.2-2.8v-5.2" stroke={accent(filled).stroke} />
  </Icon>
);
export const OrderIcon = ({ filled, size }: IconProps) => (
  <Icon size={size}>
    <path d="M6 3.8h12v16.4l-2-1.4-2 1.4-2-1.4-2 1.4-2-1.4-2 1.4z" {...accent(filled)} />
    <path d="M9.3 8.4h5.4M9.3 12h5.4" stroke={accent(filled).stroke} />
  </Icon>
);
export const MineIcon = ({ filled, size }: IconProps) => (
  <Icon size={size}>
    <circle cx="12" cy="8.2" r="3.9" {...accent(filled)} />
    <path d="M4.6 20.2c.6-3.9 3.6-6 7.4-6s6.8 2.1 7.4 6z" {...accent(filled)} />
  </Icon>
);
export const BellIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M6.2 16.4V11a5.8 5.8 0 0 1 11.6 0v5.4l1.4 1.6H4.8z" />
    <path d="M10 20.4h4" />
  </Icon>
);
export const BackIcon = ({ size }: IconProps) => <Icon size={size}><path d="m14.5 5.5-6.5 6.5 6.5 6.5" /></Icon>;
export const ChevronIcon = ({ size = 20 }: IconProps) => <Icon size={size}><path d="m9.5 5.5 6.5 6.5-6.5 6.5" /></Icon>;
export const DownIcon = ({ size = 20 }: IconProps) => <Icon size={size}><path d="m5.5 9 6.5 6.5L18.5 9" /></Icon>;
export const CloseIcon = ({ size }: IconProps) => <Icon size={size}><path d="m6 6 12 12M18 6 6 18" /></Icon>;
export const CheckIcon = ({ size }: IconProps) => <Icon size={size}><path d="m5 12.6 4.6 4.6L19.2 7" /></Icon>;
export const CopyIcon = ({ size = 20 }: IconProps) => (
  <Icon size={size}>
    <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.4" />
    <path d="M15.5 5.6A2 2 0 0 0 13.6 4H6.2A2.2 2.2 0 0 0 4 6.2v7.4a2 2 0 0 0 1.6 1.9" />
  </Icon>
);
export const SearchIcon = ({ size = 20 }: IconProps) => <Icon size={size}><circle cx="11" cy="11" r="6.6" /><path d="m16 16 4.4 4.4" /></Icon>;
export const InfoIcon = ({ size = 20 }: IconProps) => <Icon size={size}><circle cx="12" cy="12" r="8.6" /><path d="M12 11.2v5M12 7.7v.1" /></Icon>;
export const WarnIcon = ({ size = 20 }: IconProps) => <Icon size={size}><path d="M12 4 21 19.6H3zM12 10.2v4.2M12 17v.1" /></Icon>;
export const QuestionIcon = ({ size = 20 }: IconProps) => (
  <Icon size={size}>
    <circle cx="12" cy="12" r="8.6" />
    <path d="M9.7 9.6a2.4 2.4 0 1 1 3.5 2.2c-.8.4-1.2.9-1.2 1.8M12 16.4v.1" />
  </Icon>
);
export const CameraIcon = ({ size }: IconProps) => (
  <Icon size={size}>
    <path d="M4 8.4A1.8 1.8 0 0 1 5.8 6.6h2.4l1.4-2h4.8l1.4 2h2.4A1.8 1.8 0 0 1 20 8.4v9.2a1.8 1.8 0 0 1-1.8 1.8H5.8A1.8 1.8 0 0 1 4 17.6z" />
    <circle cx="12" cy="12.8" r="3.6" />
  </Icon>
);
export const BankIcon = ({ size }: IconProps) => <Icon size={size}><path d="M4 9.4 12 4l8 5.4zM6.4 9.6v7.2M10.2 9.6v7.2M13.8 9.6v7.2M17.6 9.6v7.2M4 19.8h16" /></Icon>;
export const ShareIcon = ({ size }: IconProps) => <Icon size={size}><path d="M12 14.5V4M8.4 7.2 12 3.8l3.6 3.4M6 11.5H5v8.7h14v-8.7h-1" /></Icon>;
export const DownloadIcon = ({ size }: IconProps) => <Icon size={size}><path d="M12 4v10.5M8.4 11.2l3.6 3.4 3.6-3.4M5 17v3.2h14V17" /></Icon>;
export const ClockIcon = ({ size = 20 }: IconProps) => <Icon size={size}><circle cx="12" cy="12" r="8.6" /><path d="M12 7.2V12l3.2 2" /></Icon>;
export const DocumentIcon = ({ size }: IconProps) => <Icon size={size}><path d="M6.5 3.8h7l4 4v12.4h-11zM13.5 3.8v4h4M9.3 12.2h5.4M9.3 15.8h5.4" /></Icon>;
export const LockIcon = ({ size = 20 }: IconProps) => <Icon size={size}><rect x="5.4" y="10.4" width="13.2" height="9.6" rx="2.2" /><path d="M8.4 10.2V8a3.6 3.6 0 0 1 7.2 0v2.2" /></Icon>;
export const GlobeIcon = ({ size = 20 }: IconProps) => <Icon size={size}><circle cx="12" cy="12" r="8.6" /><path d="M3.6 12h16.8M12 3.4c5 4.8 5 12.4 0 17.2-5-4.8-5-12.4 0-17.2z" /></Icon>;
