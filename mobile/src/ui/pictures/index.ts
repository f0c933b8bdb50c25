export * from './scenes';
export * from './states';
