import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// jsdom draws nothing, so nothing is out of sight. Tests of the build's scripts run without it.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView = () => undefined;
