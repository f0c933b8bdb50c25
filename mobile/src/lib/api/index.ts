export { api, type CallOptions } from './client';
export type { ApiPath, Body, Data } from './contract';
export { ApiError, errorCode } from './error';
export { fetchFile, uploadImage, type FileKind } from './files';
export { useApiMutation, useApiQuery } from './hooks';
export { useApiPages, type Pages } from './pages';
