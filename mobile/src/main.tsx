import '@ionic/react/css/core.css';
import '@/ui/theme/theme.css';
import { start } from '@/app/start';

void start(document.getElementById('root')!);
