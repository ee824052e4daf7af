"""Mail by SMTP, for those who want it: plain text, with a link that turns it off."""

import re
import smtplib
import ssl
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import Literal

import msgspec

from aerodrome.matches.errors import MalformedRequest

MAIL_TIMEOUT_S = 15.0
POLICY = SMTP.clone(max_line_length=990)
"""Long lines stay whole: a folded address would be written in a way that mail programs cannot press."""
_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}")
"""What nearly everybody has; nothing that means something else in a header or to a mail server."""


class MailSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The mail server that takes our mail."""

    host: str
    sender: str
    port: int = 587
    user: str = ""
    password: str = ""
    tls: Literal["starttls", "tls", "none"] = "starttls"


def clean_and_require_mail_address(address: str) -> str:
    """The address, when it is one. Raises MalformedRequest."""
    cleaned = address.strip()
    if len(cleaned) > 254 or _ADDRESS.fullmatch(cleaned) is None:
        raise MalformedRequest("This is not a mail address.")
    return cleaned


def mask_mail_address(address: str) -> str:
    """ "a…@example.org": enough to know one's own."""
    name, _, domain = address.rpartition("@")
    return f"{name[:1]}…@{domain}"


def build_mail(
    settings: MailSettings, to_address: str, subject: str, text: str, turn_off_url: str = ""
) -> EmailMessage:
    """A mail that says by itself that a program sent it, and how to turn it off (RFC 2369, RFC 8058, RFC 3834)."""
    mail = EmailMessage(POLICY)
    mail["From"], mail["To"], mail["Subject"] = settings.sender, to_address, subject
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain=settings.sender.rpartition("@")[2].strip("> "))
    mail["Auto-Submitted"] = "auto-generated"
    if turn_off_url:
        mail["List-Unsubscribe"] = f"<{turn_off_url}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(text)
    return mail


def send_mail(settings: MailSettings, mail: EmailMessage) -> None:
    """Hand it to the mail server. Blocks; raises OSError and smtplib.SMTPException."""
    context = ssl.create_default_context()
    connection: smtplib.SMTP
    if settings.tls == "tls":
        connection = smtplib.SMTP_SSL(settings.host, settings.port, timeout=MAIL_TIMEOUT_S, context=context)
    else:
        connection = smtplib.SMTP(settings.host, settings.port, timeout=MAIL_TIMEOUT_S)
    with connection:
        if settings.tls == "starttls":
            connection.starttls(context=context)
        if settings.user:
            connection.login(settings.user, settings.password)
        connection.send_message(mail)
