DROP TABLE desk_sms, consent, image_code, sms_code, session, device, member;
