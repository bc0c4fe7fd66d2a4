import com.helger.phase4.crypto.AS4CryptoFactoryInMemoryKeyStore;
import com.helger.phase4.peppol.Phase4PeppolSender;
import com.helger.phase4.profile.peppol.Phase4PeppolHttpClientSettings;
import com.helger.phase4.sender.IAS4SignalMessageValidationResultHandler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/** phase4's Peppol client, sending an envelope that is given to it. */
final class Phase4Sender {
  private final Stores stores;

  Phase4Sender(Stores stores) {
    this.stores = stores;
  }

  /** Arguments: key, receiver (names of stores), url, messageId, the identifiers of the envelope. Body: the envelope. */
  Map<String, Object> send(Map<String, String> in, byte[] envelope) throws Exception {
    var crypto = new AS4CryptoFactoryInMemoryKeyStore(
        stores.open(in.get("key")), "key", Stores.PASSWORD.toCharArray(), stores.open("trust"));
    var http = new Phase4PeppolHttpClientSettings();
    http.setSSLContext(stores.tlsClient());
    var seen = new LinkedHashMap<String, Object>();
    var errors = new ArrayList<String>();
    var ids = Phase4PeppolSender.IF;
    var result = Phase4PeppolSender.sbdhBuilder()
        .payload(envelope)
        .senderParticipantID(ids.createParticipantIdentifierWithDefaultScheme(in.get("sender")))
        .receiverParticipantID(ids.createParticipantIdentifierWithDefaultScheme(in.get("recipient")))
        .documentTypeID(ids.parseDocumentTypeIdentifier(in.get("documentTypeId")))
        .processID(ids.parseProcessIdentifier(in.get("processId")))
        .countryC1("NO")
        .senderPartyID(in.get("seat"))
        .messageID(in.get("messageId"))
        .receiverEndpointDetails(stores.certificate(in.get("receiver")), in.get("url"))
        .checkReceiverAPCertificate(false)
        .cryptoFactory(crypto)
        .httpClientFactory(http)
        .signalMsgConsumer((signal, meta, state) -> {
          seen.put("receipt", signal.getReceipt() != null);
          seen.put("signed", state.isSoapSignatureChecked());
          signal.getError().forEach(error -> errors.add(error.getErrorCode()));
        })
        .signalMsgValidationResultHdl(new IAS4SignalMessageValidationResultHandler() {
          public void onSuccess() {
            seen.put("digests", "equal");
          }

          public void onError(String problem) {
            seen.put("digests", problem);
          }

          public void onNotApplicable() {
            seen.put("digests", "none");
          }
        })
        .sendMessageAndCheckForReceipt(problem -> seen.put("exception", problem));
    seen.put("result", result);
    seen.put("errors", String.join(",", errors));
    return seen;
  }
}
