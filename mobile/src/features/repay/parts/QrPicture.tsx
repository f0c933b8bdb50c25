import { useMemo } from 'react';
import styles from './QrPicture.module.css';
import { useTranslation } from '@/i18n';
import { canShare, shareFile } from '@/lib/shareFile';
import { showFile } from '@/lib/showFile';
import { drawQr, qrPng } from '@/shared/pay/qr';
import { Button } from '@/ui/Button';
import { saveOrShare } from '@/ui/saveOrShare';
import { DownloadIcon, ShareIcon } from '@/ui/icons';

interface QrPictureProps {
  text: string;
  /** The file name of the saved picture. */
  name: string;
  label: string;
}

/** The payment code as a picture, to scan with another phone, or to save and share for paying on the same phone. */
export function QrPicture({ text, name, label }: QrPictureProps) {
  const { t } = useTranslation('repay');
  const drawing = useMemo(() => drawQr(text), [text]);
  const file = `${name}.png`;
  return (
    <figure className={styles.figure}>
      <p className="text-14 center">{t('pay.scan')}</p>
      <svg className={styles.code} viewBox={`0 0 ${drawing.size} ${drawing.size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={drawing.path} fill="#000" />
      </svg>
      <div className={styles.buttons}>
        <Button track="saveQr" look="quiet" icon={<DownloadIcon />} onClick={() => void saveOrShare(async () => showFile(await qrPng(drawing), file))}>
          {t('pay.save')}
        </Button>
        {canShare() && (
          <Button track="shareQr" look="quiet" icon={<ShareIcon />} onClick={() => void saveOrShare(async () => shareFile(await qrPng(drawing), file))}>
            {t('pay.share')}
          </Button>
        )}
      </div>
      <p className="text-14 quiet center">{t('pay.same')}</p>
    </figure>
  );
}
